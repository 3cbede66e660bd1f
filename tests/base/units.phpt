--TEST--
Tables, vectors, wrapping sums, pools, inflating and options of base/ do what their headers say
--SKIPIF--
<?php
require __DIR__ . '/../helper.inc';
if (module_compiler() === null) die('skip needs a C compiler and php-config');
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

$module = compiled_module(__DIR__ . '/units.c', '-Wall -I ' . escapeshellarg(dirname(__DIR__, 2)));
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
