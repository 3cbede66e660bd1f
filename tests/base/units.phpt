--TEST--
The parts of base/, alloc/, profile/, trace/, sampler/, live/, event/, attach/, format/ and heap/ that need no request have known answers, and lose no time
--SKIPIF--
<?php
require __DIR__ . '/../helper.inc';
if (module_compiler() === null) die('skip needs a C compiler and php-config');
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

/* Hidden: PHP itself may have xhprof's functions. And rows of tables have other sizes than the compiler believes. */
$flags = '-Wall -Wno-stringop-overread -fvisibility=hidden -I ' . escapeshellarg(dirname(__DIR__, 2));
$module = compiled_module(__DIR__ . '/units.c', $flags);
echo child_php(__DIR__ . '/units_child.inc', ["extension=$module"]);
@unlink($module);
?>
--EXPECT--
table_keeps_rows_while_it_grows: ok
table_finds_what_is_left_after_a_removal: ok
table_closes_gaps_among_rows_of_one_place: ok
table_has_rows_of_four_bytes: ok
table_stays_as_it_was_without_memory: ok
vector_keeps_rows_while_it_grows: ok
vector_reserves_what_is_wanted: ok
wrap_goes_on_at_the_other_end: ok
pool_gives_zeroed_aligned_memory: ok
pool_keeps_lines_of_the_cache_together: ok
pool_packs_by_eight_bytes: ok
inflate_unpacks_each_kind_of_block: ok
option_reads_each_type: ok
option_refuses_wrong_values: ok
option_names_the_nearest: ok
duration_ends_after_a_year: ok
random_is_splitmix64: ok
random_stays_around_its_mean: ok
nearest_is_the_word_with_the_fewest_changes: ok
key_has_no_numbers_and_ids: ok
key_is_cut_behind_a_whole_part: ok
text_has_no_zero_bytes: ok
utf8_is_what_php_takes: ok
utf8_brings_each_latin1_byte_back: ok
varint_has_seven_bits_a_byte: ok
title_names_a_pool: ok
pattern_matches_all_of_a_name: ok
pattern_finds_folders: ok
filter_has_names_and_patterns: ok
timer_has_cpu_time_beside_absences: ok
timer_goes_on_in_a_forked_process: ok
live_frees_what_a_sample_stands_for: ok
live_counts_frees_from_outside: ok
sites_know_what_they_held_at_the_peak: ok
profile_adds_up_callees: ok
neighbours_have_each_call_once: ok
squares_count_as_samples: ok
squares_have_wilsons_interval: ok
squares_are_in_the_unit_of_counts: ok
squares_of_merged_runs_add_up: ok
moments_are_laid_end_to_end: ok
moments_of_each_process_keep_their_time: ok
moments_are_cut_in_parts_that_add_up: ok
moments_make_a_timeline: ok
moments_of_the_program_are_points: ok
moments_of_parts_have_one_time: ok
marks_are_in_order_and_counted: ok
looks_know_one_change: ok
looks_count_each_change: ok
looks_are_long_on_both_sides: ok
looks_join_one_wait: ok
looks_halve_a_wait_that_was_told: ok
looks_ask_which_sample_has_most: ok
looks_set_unseen_time_apart: ok
looks_need_all_samples: ok
shares_are_wilsons_without_looks: ok
shares_of_coarse_samples_have_a_floor: ok
shares_of_nothing_are_not_known: ok
shares_go_by_looks: ok
shares_add_both_kinds_of_time: ok
shares_of_a_wait_seen_whole_are_exact: ok
reconcile_covers_what_callees_have: ok
reconcile_raises_no_more_than_needed: ok
distortion_compares_shares: ok
distortion_subtracts_overhead: ok
merge_adds_run_to_run: ok
merge_keeps_extremes_and_means: ok
merge_takes_the_highest_peak: ok
merge_renames_functions_into_one: ok
merge_joins_lines: ok
slice_has_the_time_of_its_part: ok
slice_begins_where_a_call_ends: ok
slices_add_up_to_the_run: ok
slices_of_any_run_add_up: ok
slice_weighs_its_samples: ok
reduce_hides_in_the_caller: ok
reduce_folds_a_library: ok
reduce_keeps_the_timeline_of_the_rest: ok
reduce_folds_files_beside_a_library: ok
reduce_leaves_small_paths_out: ok
reduce_loses_no_time: ok
lines_have_the_time_until_the_next: ok
lines_of_a_recursion_count_once: ok
lines_stand_still_in_a_pause: ok
lines_are_of_the_file_of_the_function: ok
off_cpu_opens_what_is_not_cpu_time: ok
off_cpu_charges_a_sleep_from_end_to_end: ok
off_cpu_charges_half_of_what_is_among_others: ok
off_cpu_knows_the_mean_of_unseen_sleeps: ok
off_cpu_charges_waits_for_a_cpu: ok
off_cpu_charges_the_wait_behind_a_sleep: ok
off_cpu_leaves_little_time_open: ok
off_cpu_finds_waits_that_no_look_saw: ok
off_cpu_stops_no_longer_than_what_is_open: ok
off_cpu_pays_brief_sleeps_for_unseen_ones: ok
off_cpu_tells_who_waited_unseen: ok
off_cpu_loses_no_time: ok
off_cpu_looks_at_random_moments: ok
source_rounds_what_is_due: ok
source_aims_at_random_moments: ok
source_delays_late_ones_by_an_interval: ok
source_is_there_if_it_is_permitted: ok
account_adds_each_part: ok
tick_takes_what_stops_the_clock_longest: ok
store_has_one_node_for_a_path: ok
store_finds_deep_paths_again: ok
store_says_how_much_room_it_lacks: ok
store_wants_room_for_any_half_full_part: ok
store_drops_the_last_functions: ok
store_adds_to_the_last_record_when_full: ok
account_is_that_of_a_kind: ok
account_takes_over_the_oldest: ok
accounts_are_paid_what_is_open_in_all: ok
budget_begins_with_what_was_affordable: ok
budget_follows_what_was_spent: ok
budget_has_limits: ok
budget_pays_debts_back: ok
budget_is_dear_until_it_is_cheap: ok
ended_times_are_bounded: ok
sums_add_up_by_stack_and_tags: ok
sums_of_an_extract_are_those_of_the_ring: ok
tally_adds_samples_up: ok
tally_of_several_intervals_has_none: ok
tally_splits_samples_by_request: ok
tally_cuts_what_was_before: ok
tally_and_sums_make_the_same_paths: ok
tally_of_a_request_has_its_time: ok
tally_has_no_rest_of_what_began_before: ok
tally_corrects_requests_of_a_trace: ok
usage_has_all_of_a_kind: ok
usage_counts_from_the_start: ok
set_leaves_out_what_is_refused: ok
clock_sees_each_turn_on_a_cpu: ok
json_keeps_each_number: ok
json_takes_members_in_any_order: ok
json_passes_over_what_it_does_not_know: ok
json_refuses_what_is_there_twice: ok
json_needs_each_member: ok
json_has_whole_numbers: ok
json_has_numbers_up_to_their_limits: ok
json_sums_stay_below_2_62: ok
json_calls_are_below_one_main: ok
json_names_have_any_bytes: ok
json_is_whole_or_damaged: ok
load_names_files_of_others: ok
json_is_of_this_version: ok
load_takes_no_more_bytes_than_allowed: ok
json_is_nested_no_deeper_than_meta: ok
json_tells_meta_from_tables: ok
json_keys_are_limited: ok
json_has_samples_of_the_same_run: ok
json_has_events_by_name: ok
json_frees_no_more_than_was_allocated: ok
json_times_are_steps_of_a_century: ok
json_moments_are_in_order: ok
json_has_sources_with_reasons: ok
pairs_keep_each_number: ok
pairs_count_known_events: ok
pairs_have_levels_of_names_that_are_there: ok
pairs_say_what_is_missing: ok
pairs_sums_stay_below_2_62: ok
stacks_become_a_tree: ok
stacks_lose_no_time: ok
stacks_say_what_is_missing: ok
stacks_sums_stay_below_2_62: ok
keys_are_cut_behind_a_whole_character: ok
texts_end_no_field: ok
edges_name_a_node_once: ok
