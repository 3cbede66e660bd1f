<?php
declare(strict_types=1);

namespace XHProf\Cli\Doctor;

use XHProf\Cli\Process\CommandLine;
use XHProf\Cli\Terminal\Text;

/**
 * Checks that each PHP loads the module as it should, and names other profilers that are loaded.
 *
 * @phpstan-import-type Master from Machine
 */
final class PhpChecks
{
	/** Modules to why they matter. */
	private const OTHERS = ['xdebug' => 'xdebug slows down every call',
		'tideways' => 'tideways is a profiler of its own',
		'tideways_xhprof' => 'tideways_xhprof is a profiler of its own', 'spx' => 'SPX is a profiler of its own',
		'excimer' => 'excimer interrupts the program to take samples',
		'pcov' => 'pcov looks at each line when it is enabled', 'blackfire' => 'blackfire is a profiler of its own',
		'ddtrace' => 'ddtrace wraps calls', 'newrelic' => 'newrelic wraps calls',
		'datadog-profiling' => 'datadog-profiling takes samples, too', 'memprof' => 'memprof is a profiler of its own'];

	private const STARTERS = "grep -rn 'PHP_INI_SCAN_DIR\|PHPRC\|php-fpm.* -[cn]' /etc/systemd "
		. "/lib/systemd/system/php* /etc/init.d /etc/default   # what starts it";

	/** @var array<string, true> releases whose build was reported already */
	private array $built = [];

	/** @param list<Sapi> $sapis */
	public function __construct(private readonly Machine $machine, private readonly Setup $setup,
		private readonly array $sapis, private readonly string $commandVersion)
	{
	}

	/** @return list<Finding> */
	public function findings(): array
	{
		$findings = [];
		foreach ($this->sapis as $sapi) {
			array_push($findings,
				...($sapi->hasModule($this->machine) ? $this->loaded($sapi) : [$this->unloaded($sapi)]));
		}
		if ($findings === []) {
			$findings[] = Finding::wrong('no PHP was found', ['in PATH, /usr/bin, /usr/sbin, /usr/local and /opt'], []);
		}

		return $findings;
	}

	/** @return list<Finding> */
	private function loaded(Sapi $sapi): array
	{
		return array_values(
			array_filter([$this->version($sapi), $this->twice($sapi), $this->hook($sapi), $this->unknown($sapi),
				$this->refused($sapi), $this->zlib($sapi), ...$this->others($sapi), ...$this->running($sapi)]));
	}

	private function version(Sapi $sapi): Finding
	{
		$version = $sapi->moduleVersion();
		$ini = $this->iniFiles($sapi);
		if ($version === '' || $version === $this->commandVersion) {
			return Finding::ok($sapi->title()
				. ($version === '' ? ': its ini files load xhprof' : ": xhprof $version" . self::means($sapi)), $ini);
		}
		$isOld = version_compare($version, '3.0.0-dev', '<');

		return Finding::wrong($sapi->title() . ": the module is xhprof $version, the command $this->commandVersion",
			[$isOld ? 'this is PECL\'s extension, which has the same name'
				: 'both should be from the same release', ...$ini],
			[...($isOld ? [Machine::sudo() . 'pecl uninstall xhprof   # or: ' . Machine::sudo()
				. 'apt-get remove php-xhprof'] : []), ...$this->setup->build($sapi), ...$this->setup->restart($sapi)]);
	}

	/** ", hook ex, clock tsc, JIT off" */
	private static function means(Sapi $sapi): string
	{
		$info = $sapi->info;

		return $info === null ? ''
			: ", hook {$info->value('Hook', 'xhprof')}, clock {$info->value('Clock', 'xhprof')}, JIT "
			. self::jit($info);
	}

	public static function jit(PhpInfo $info): string
	{
		// PHP reports "JIT => On" by its settings alone, even if opcache itself is off.
		$hasCache = $info->value('Opcode Caching', 'zend opcache') === 'Up and Running';

		return $hasCache && $info->value('JIT', 'zend opcache') === 'On' ? 'on' : 'off';
	}

	private function twice(Sapi $sapi): ?Finding
	{
		$files = $sapi->namedBy($this->machine);

		return count($files) < 2 ? null
			: Finding::note($sapi->title() . ': ' . count($files) . ' ini files load xhprof; PHP warns at each start',
				$files, [Machine::sudo() . "sed -i '/^ *extension *=.*xhprof/d' $files[0]   # or another of them",
					...$this->setup->restart($sapi)]);
	}

	/**
	 * Without a hook, samples, allocations and snapshots still work. It is an error only if whole requests should
	 * record calls.
	 */
	private function hook(Sapi $sapi): ?Finding
	{
		if ($sapi->info?->setting('xhprof.hook', 'xhprof') !== 'off') {
			return null;
		}
		$auto = $sapi->info->setting('xhprof.auto', 'xhprof');
		$mode = $sapi->info->setting('xhprof.auto_mode', 'xhprof');
		if (in_array($auto, ['', 'off'], true) || $mode === 'sample') {
			return Finding::note($sapi->title()
				. ': with xhprof.hook=off, calls are not recorded; samples, allocations and snapshots work');
		}

		return Finding::wrong(
			$sapi->title() . ": xhprof.hook=off, but xhprof.auto=$auto records calls: no request is profiled",
			$sapi->iniFiles, ["grep -n 'xhprof.hook' " . implode(' ', $sapi->iniFiles)
				. '   # and remove that line, or set xhprof.auto_mode=sample', ...$this->setup->restart($sapi)]);
	}

	/** PHP itself says nothing of settings that no module has. */
	private function unknown(Sapi $sapi): ?Finding
	{
		$known = $sapi->info?->settings('xhprof') ?? [];
		$details = [];
		foreach ($known === [] ? [] : $sapi->iniFiles as $file) {
			preg_match_all('/^[ \t]*(xhprof\.\w+)/m', (string) @file_get_contents($this->machine->path($file)), $found);
			foreach (array_diff($found[1], $known) as $name) {
				$details[] = "$file: $name" . rtrim('; ' . Text::hint($name, $known), '; ');
			}
		}

		return $details === [] ? null
			: Finding::note($sapi->title() . ': ini files set unknown xhprof settings', $details);
	}

	private function zlib(Sapi $sapi): ?Finding
	{
		if (!str_starts_with((string) $sapi->info?->value('zlib', 'xhprof'), 'no')) {
			return null;
		}

		return Finding::note($sapi->title() . ': xhprof was built without zlib',
			['it can write neither pprof nor compressed runs: json.gz, xhgui.gz, xhprof.gz'],
			[Machine::sudo() . 'apt-get install zlib1g-dev   # Fedora: zlib-devel, Alpine: zlib-dev',
				...$this->setup->build($sapi)]);
	}

	/** @return list<Finding> */
	private function others(Sapi $sapi): array
	{
		$findings = [];
		foreach (self::OTHERS as $module => $why) {
			$isIdle = ($module === 'xdebug' && $sapi->info?->setting('xdebug.mode', 'xdebug') === 'off')
				|| ($module === 'pcov' && in_array($sapi->info?->setting('pcov.enabled', 'pcov'), ['0', 'Off'], true));
			if ($sapi->info?->hasModule($module) === true && !$isIdle) {
				$findings[] = Finding::note($sapi->title() . ": $module is loaded, too",
					["$why, and all times include that"], $this->setup->unload($sapi, $module));
			}
		}

		return $findings;
	}

	/**
	 * Masters of php-fpm without the module: they were started before it was there, or read other ini files than the
	 * program does here.
	 *
	 * @return list<Finding>
	 */
	private function running(Sapi $sapi): array
	{
		if ($sapi->kind !== 'fpm-fcgi') {
			return [];
		}
		$changed = max(array_map(fn (string $file): int => (int) @filemtime($this->machine->path($file)),
			[$sapi->moduleFile($this->machine), ...$sapi->namedBy($this->machine)]));
		$hidden = $old = $others = [];
		foreach ($this->setup->mastersOf($sapi) as $master) {
			$isOld = $master['started'] > 0 && $master['started'] < $changed;
			match (true) {
				$master['has_module'] === true || ($master['has_module'] === null && !$isOld) => null,
				$master['has_module'] === null => $hidden[] = $master['pid'],
				$isOld
					&& $master['ini'] === [] => $old[$master['has_environment'] ? 'is' : 'may be'][] = $master['pid'],
				default => $others[] = $master,
			};
		}

		return array_values(array_filter([$this->hidden($sapi, $hidden),
			$this->outdated($sapi, $old['is'] ?? [], true), $this->outdated($sapi, $old['may be'] ?? [], false),
			...array_map(fn (array $master): Finding => $this->otherSettings($sapi, $master), $others)]));
	}

	/**
	 * Masters that were started before the ini files changed, and whose loaded modules cannot be seen.
	 *
	 * @param list<int> $pids
	 */
	private function hidden(Sapi $sapi, array $pids): ?Finding
	{
		$files = implode(', ', $sapi->namedBy($this->machine)) ?: 'the settings of xhprof';

		return $pids === [] ? null
			: Finding::note('php-fpm (pid ' . implode(', ', $pids) . ") may not have read $files yet",
				['it was started before, and this user cannot inspect its memory'],
				$this->setup->restart($sapi, $pids));
	}

	/**
	 * Masters that were started before the ini files changed, and run without the module.
	 *
	 * @param list<int> $pids
	 * @param bool $isSure false: their environment, which is lost, may have had them read other ini files as well
	 */
	private function outdated(Sapi $sapi, array $pids, bool $isSure): ?Finding
	{
		$text = 'php-fpm runs (pid ' . implode(', ', $pids)
			. ') without xhprof: it was started before xhprof was set up';
		$restart = $this->setup->restart($sapi, $pids);
		if ($pids === [] || $isSure) {
			return $pids === [] ? null : Finding::wrong($text, [$sapi->binary], $restart);
		}

		return Finding::wrong("$text, or it reads different ini files", [$sapi->binary,
			'its environment cannot be read; if it still lacks xhprof after a restart, check how it is started'],
			[...$restart, self::STARTERS]);
	}

	/** @param Master $master */
	private function otherSettings(Sapi $sapi, array $master): Finding
	{
		$isKnown = preg_match('~^PHP_INI_SCAN_DIR=:?(/[^:]*)~m', implode("\n", $master['ini']), $found) === 1;
		$why = $master['ini'] !== [] ? 'its environment has ' . implode(' and ', $master['ini'])
			: 'it reads different ini files: see PHP_INI_SCAN_DIR or PHPRC in its environment, '
			. 'or -c or -n where it is started';

		return Finding::wrong("php-fpm runs (pid $master[pid]) without xhprof, which $sapi->binary loads here",
			[$why], $isKnown ? ["echo 'extension=xhprof' | " . Machine::sudo() . CommandLine::of(['tee', '-a',
				"$found[1]/20-xhprof.ini"]), ...$this->setup->restart($sapi, [$master['pid']])] : [self::STARTERS]);
	}

	/** The values that the module refused, in its own words, which name the values that it accepts. */
	private function refused(Sapi $sapi): ?Finding
	{
		$refusals = $sapi->refusals($this->machine);
		foreach ($sapi->pools as $name => $pool) {
			$settings = array_filter($pool['settings'],
				static fn (string $setting): bool => str_starts_with($setting, 'xhprof.'), ARRAY_FILTER_USE_KEY);
			$said = $settings === [] ? [] : $sapi->refusals($this->machine, $settings);
			array_push($refusals, ...array_map(static fn (string $refusal): string => "pool $name: $refusal",
				array_diff($said, $refusals)));
		}
		preg_match_all('/xhprof\.\w+(?= )/', implode("\n", $refusals), $names);

		$configs = array_filter(array_column($this->setup->mastersOf($sapi), 'config'));
		$files = array_unique([...$sapi->iniFiles, ...array_map(dirname(...), $configs)]);

		return $refusals === [] ? null
			: Finding::wrong($sapi->title() . ': xhprof settings have invalid values', $refusals,
				$files === [] ? [] : [CommandLine::of(['grep', '-rn', implode('\|', array_unique($names[0])),
					...array_values($files)]) . '   # and correct them', ...$this->setup->restart($sapi)]);
	}

	/** A PHP that does not load the module. This is wrong if it could. */
	private function unloaded(Sapi $sapi): Finding
	{
		$ini = $this->iniFiles($sapi);
		$complaint = (string) $sapi->info?->complaint();
		if ($complaint !== '') {
			return Finding::wrong($sapi->title() . ' could not load xhprof', [$complaint, ...$ini],
				[...$this->setup->build($sapi), ...$this->setup->restart($sapi)]);
		}
		$text = $sapi->title() . ' does not load xhprof';
		if ($this->hasModuleFile($sapi)) {
			return Finding::wrong($text, $ini, $this->setup->load($sapi));
		}
		$text .= ', and no module for it was found';
		$commands = [...(isset($this->built[$sapi->release()]) ? [] : $this->setup->build($sapi)),
			...$this->setup->load($sapi)];
		$this->built[$sapi->release()] = true;

		return $this->isLoadedAnywhere() ? Finding::note($text, $ini, $commands)
			: Finding::wrong($text, $ini, $commands);
	}

	/**
	 * A module of Apache has the extensions of the programs of its release, or of the only ones where it does not say
	 * which that is.
	 */
	private function hasModuleFile(Sapi $sapi): bool
	{
		if ($sapi->info !== null) {
			return $sapi->moduleFile($this->machine) !== '';
		}
		foreach ($this->sapis as $other) {
			if ($other->info !== null && in_array($sapi->release(), ['', $other->release()], true)
				&& ($other->moduleFile($this->machine) !== '' || $other->hasModule($this->machine))) {
				return true;
			}
		}

		return false;
	}

	private function isLoadedAnywhere(): bool
	{
		return array_filter($this->sapis,
			fn (Sapi $sapi): bool => $sapi->info !== null && $sapi->hasModule($this->machine)) !== [];
	}

	/** @return list<string> the php.ini, and the file or folder for the module */
	private function iniFiles(Sapi $sapi): array
	{
		$main = array_values(array_filter($sapi->iniFiles,
			static fn (string $file): bool => basename($file) === 'php.ini'))[0] ?? '';
		$named = $sapi->namedBy($this->machine);
		$rest = $named === [] ? $sapi->scanDir : implode(', ', array_diff($named, [$main]));

		return ['ini: ' . (implode(', ', array_filter([$main, $rest])) ?: 'none')];
	}
}
