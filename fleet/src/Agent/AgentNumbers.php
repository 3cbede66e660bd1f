<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

/** The counters about rings and saved runs. Those about batches are the spool's. */
final class AgentNumbers
{
	/** The help of each counter, for Counters::describe(). */
	public const HELP = [
		'windows_total' => 'Windows with samples.',
		'rings' => 'Processes, or threads of them, that are read.',
		'refused_rings' =>
			'Rings that cannot be read or sampled, or are quarantined; the log has the reasons.',
		'reader_confined' => '1 if the process that reads rings is confined by seccomp.',
		'read_samples_total' => 'Samples that were read from rings.',
		'read_seconds_total' => 'Wall time that they stand for.',
		'other_samples_total' => 'Samples of label sets above the limit, sent as "(other)".',
		'other_seconds_total' => 'Wall time that they stand for.',
		'truncated_samples_total' =>
			'Samples whose stacks found no room in a window, beyond 2 million frames: they are main()\'s own.',
		'overwritten_bytes_total' => 'Bytes of rings that were overwritten before they were read.',
		'vanished_rings_total' =>
			'Processes that ended while no agent read them: what they wrote since the last window is lost.',
		'damaged_blocks_total' => 'Blocks of rings that made no sense.',
		'late_samples_total' =>
			'Samples that were taken late, as a process was in a function that no signal interrupts.',
		'cut_stacks_total' => 'Samples without their outermost frames.',
		'unnamed_frames_total' => 'Frames whose function found no room in the table of its ring.',
		'runs_taken_total' => 'Saved runs that were taken.',
		'runs_left_total' => 'Saved runs of a kind that no destination takes; their files stay.',
		'runs_damaged_total' => 'Saved runs that are damaged.',
		'runs_unreadable_total' =>
			'Saved runs in no format that can be read back, such as callgrind alone, or larger than the agent reads.',
		'runs_failed_reads_total' => 'Attempts to read saved runs that are made again, as without permission.',
		'runs_not_removed_total' => 'Saved runs that should have been removed, and could not be.',
		'runs_unwritten_ids_total' =>
			'Taken runs whose ids could not be written down: after a new start they are taken again.',
		'runs_waiting' => 'Saved runs that wait to be taken.',
	];

	/** The counters' names and labels, by the keys of Collector::lost(). */
	public const LOST = [
		'samples' => ['lost_samples_total', ['reason' => 'overwritten']],
		'weight_ns' => ['lost_seconds_total', ['reason' => 'overwritten']],
		'damaged_samples' => ['lost_samples_total', ['reason' => 'damaged']],
		'damaged_weight_ns' => ['lost_seconds_total', ['reason' => 'damaged']],
		'lost_bytes' => ['overwritten_bytes_total', []],
		'damaged' => ['damaged_blocks_total', []],
		'late' => ['late_samples_total', []],
		'cut' => ['cut_stacks_total', []],
		'functions_lost' => ['unnamed_frames_total', []],
	];
}
