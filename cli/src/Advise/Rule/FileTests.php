<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise\Rule;

use XHProf\Cli\Advise\Call;
use XHProf\Cli\Advise\Defect;
use XHProf\Cli\Advise\Need;
use XHProf\Cli\Advise\Proof;
use XHProf\Cli\Advise\Recording;
use XHProf\Cli\Advise\Rule;
use XHProf\Cli\Terminal\Units;

/** One place of the program tests files again and again. */
final class FileTests extends Rule
{
	protected const ID = 'stat-storm';
	protected const NEEDS = [Need::Calls];

	private const FUNCTIONS = ['file_exists', 'is_file', 'is_dir', 'is_link', 'is_readable', 'is_writable', 'filemtime',
		'filesize', 'fileperms', 'stat', 'lstat', 'realpath', 'glob'];

	/**
	 * A program that walks through a folder tests each of its files, often some hundreds. More tests from one place are
	 * a storm.
	 */
	private const LEAST = 500;

	/** See Opcache. */
	private const LEAST_SHARE = 0.05;

	public function findings(Recording $run): array
	{
		$findings = $places = [];
		foreach ($run->named(self::FUNCTIONS) as $call) {
			// The rule Autoload handles Composer.
			if (!str_starts_with($call->caller->function ?? '', 'Composer\Autoload\ClassLoader::')) {
				$places[$call->caller?->way() ?? ''][] = $call;
			}
		}
		foreach ($places as $way => $tests) {
			$count = Call::total($tests);
			$ns = array_sum(array_map($run->own(...), $tests));
			if ($count >= self::LEAST && $run->share($ns) >= self::LEAST_SHARE) {
				usort($tests, static fn (Call $a, Call $b): int => $b->calls <=> $a->calls);
				$findings[] = new Defect(self::ID, Units::count($count) . ' file checks from one place',
					$ns, $count, $tests[0], null, [implode(', ', array_map(static fn (Call $call): string =>
						"$call->function " . Units::count($call->calls) . ' times', array_slice($tests, 0, 3)))],
					'keep the results in an array, read a folder once with scandir(), '
						. 'or skip the checks in a release, whose files do not change', Proof::ofCode(), (string) $way);
			}
		}

		return $findings;
	}
}
