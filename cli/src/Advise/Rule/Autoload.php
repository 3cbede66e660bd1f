<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise\Rule;

use XHProf\Cli\Advise\Call;
use XHProf\Cli\Advise\Defect;
use XHProf\Cli\Advise\Proof;
use XHProf\Cli\Advise\Recording;
use XHProf\Cli\Advise\Rule;
use XHProf\Cli\Terminal\Units;

/** Composer searches the disk for each class, because it has no class map. */
final class Autoload extends Rule
{
	protected const ID = 'autoload';

	private const SEARCH = 'Composer\Autoload\ClassLoader::findFileWithExtension';
	private const FIND = 'Composer\Autoload\ClassLoader::findFile';

	/** A smaller gain cannot be shown: the noise of 20 runs is about 1 %. */
	private const LEAST_SHARE = 0.02;

	public function findings(Recording $run): array
	{
		$searches = $run->named([self::SEARCH]);
		$ns = array_sum(array_map($run->net(...), $searches));
		if ($searches === [] || $run->share($ns) < self::LEAST_SHARE) {
			return [];
		}
		usort($searches, static fn (Call $a, Call $b): int => $b->wallNs <=> $a->wallNs);
		$count = Call::total($searches);
		$asked = Call::total($run->named([self::FIND]));
		$isThere = Call::total($run->those(static fn (Call $call): bool => in_array($call->function,
			['file_exists', 'is_file', 'stream_resolve_include_path'], true)
			&& $call->caller?->function === self::SEARCH));
		$evidence = $run->isSampled ? ['samples within ' . self::SEARCH]
			: [Units::count($count) . ' of ' . Units::count(max($asked, $count)) . ' classes were in no class map',
				Units::count($isThere) . ' lookups of files on the disk'];
		$loaded = Call::total($run->those(static fn (Call $call): bool => str_starts_with($call->function, 'load::')));
		if ($loaded > 0 && !$run->isSampled) {
			$evidence[] = Units::count($loaded) . ' files were compiled';
		}

		return [new Defect(self::ID, 'Composer searches the disk for classes',
			$ns, $run->isSampled ? null : $count, $searches[0], null, $evidence,
			'run composer dump-autoload --classmap-authoritative, or --optimize if classes are generated at run time',
			Proof::ofProgram(), 'composer')];
	}
}
