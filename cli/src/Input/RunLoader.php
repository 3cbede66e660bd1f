<?php
declare(strict_types=1);

namespace XHProf\Cli\Input;

use XHProf\Cli\Package\Packages;
use XHProf\Cli\Package\RunUrl;
use XHProf\Cli\Problem;
use XHProf\Cli\Run\Reduction;
use XHProf\Cli\Run\RunFile;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Run\SetFile;
use XHProf\Profile;

/** Loads runs from files and from stores. A name is that of a file, or the URL of a store. */
final class RunLoader
{
	public static function load(string $name): Profile
	{
		return RunUrl::is($name) ? Packages::store()->load($name) : RunFile::load($name);
	}

	/** The run's name for people. */
	public static function title(string $name): string
	{
		return RunUrl::is($name) ? Packages::store()->title($name) : basename($name);
	}

	/** @param non-empty-list<string> $names a single one may also be the file of a set */
	public static function set(array $names, Reduction $reduction): RunSet
	{
		if (count($names) === 1 && !RunUrl::is($names[0]) && SetFile::is($names[0])) {
			return $reduction->isEmpty() ? SetFile::load($names[0])
				: throw new Problem("$names[0]: a set does not hold the call paths of its runs",
					'use --hide, --hide-function and --fold with xhprof run --repeat');
		}
		if (count($names) === 1) {
			return RunSet::ofRun($reduction->applyToAll(self::load($names[0])));
		}
		$set = new RunSet();
		$set->dropped = max(0, count($names) - RunSet::MOST);
		foreach (array_slice($names, 0, RunSet::MOST) as $name) {
			try {
				$run = self::load($name);
			} catch (Problem) {
				$set->unreadable++;
				continue;
			}
			$set->add($reduction->apply($run));
		}

		return $set;
	}
}
