<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\Terminal;

/**
 * The commands of this package: the class of each, and the stream for which it gets a Terminal. A command that answers
 * writes for the width of the standard output; one that reports what happens writes to the log, the standard error.
 * Help/Reference says what each is for, with its options; another package has a table of its own.
 */
final class Commands
{
	/** @var array<string, array{class-string<Command>, 'log'|'output'}> by name, in the order of Help/Reference */
	public const ALL = [
		'run' => [RunCommand::class, 'log'],
		'stat' => [StatCommand::class, 'log'],
		'top' => [TopCommand::class, 'output'],
		'alloc' => [AllocCommand::class, 'output'],
		'show' => [ShowCommand::class, 'output'],
		'queries' => [QueriesCommand::class, 'output'],
		'advise' => [AdviseCommand::class, 'output'],
		'diff' => [DiffCommand::class, 'output'],
		'merge' => [MergeCommand::class, 'output'],
		'convert' => [ConvertCommand::class, 'output'],
		'report' => [ReportCommand::class, 'log'],
		'open' => [OpenCommand::class, 'log'],
		'curl' => [CurlCommand::class, 'log'],
		'list' => [ListCommand::class, 'output'],
		'serve' => [ServeCommand::class, 'log'],
		'mcp' => [McpCommand::class, 'log'],
		'live' => [LiveCommand::class, 'output'],
		'dump' => [DumpCommand::class, 'output'],
		'blame' => [BlameCommand::class, 'output'],
		'slow' => [SlowCommand::class, 'output'],
		'record' => [RecordCommand::class, 'log'],
		'arm' => [ArmCommand::class, 'log'],
		'snapshot' => [SnapshotCommand::class, 'log'],
		'heap' => [HeapCommand::class, 'output'],
		'completion' => [CompletionCommand::class, 'log'],
		'doctor' => [DoctorCommand::class, 'output'],
	];

	/** They work in a PHP that does not load the extension. */
	private const WITHOUT_EXTENSION = ['completion', 'doctor', 'heap'];

	public static function has(string $command): bool
	{
		return isset(self::ALL[$command]);
	}

	/** True for a command of another package, too. */
	public static function needsExtension(string $command): bool
	{
		return !in_array($command, self::WITHOUT_EXTENSION, true);
	}

	/**
	 * Runs one of these.
	 *
	 * @param Terminal $log the standard error
	 * @return int the exit status
	 */
	public static function run(string $command, Arguments $arguments, Terminal $log): int
	{
		[$class, $stream] = self::ALL[$command];

		return (new $class($arguments, $stream === 'log' ? $log : new Terminal(STDOUT)))->run();
	}
}
