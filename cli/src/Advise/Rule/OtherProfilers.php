<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise\Rule;

use XHProf\Cli\Advise\Defect;
use XHProf\Cli\Advise\Need;
use XHProf\Cli\Advise\Proof;
use XHProf\Cli\Advise\Recording;
use XHProf\Cli\Advise\Rule;

/** Xdebug or another extension that watches each call is loaded. */
final class OtherProfilers extends Rule
{
	protected const ID = 'xdebug-loaded';
	protected const NEEDS = [Need::Engine];

	public function findings(Recording $run): array
	{
		$others = $run->engine('watchers');
		$names = array_values(array_filter(is_array($others) ? $others : [], is_string(...)));
		if ($names === []) {
			return [];
		}

		return [new Defect(self::ID, implode(', ', $names)
			. (count($names) === 1 ? ' is loaded' : ' are loaded'), 0, null, null, null, ['PHP loads '
				. implode(', ', $names) . ', which slows down each call: the times of this run include that'],
			'disable it where nobody debugs: set xdebug.mode=off, or remove it from php.ini',
			Proof::of(['XDEBUG_MODE=off', 'xhprof', 'run', '--out', 'after.json.gz', '--', 'SCRIPT'],
				['xhprof', 'diff', 'RUN', 'after.json.gz']), 'watchers')];
	}
}
