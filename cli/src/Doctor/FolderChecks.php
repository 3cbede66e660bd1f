<?php
declare(strict_types=1);

namespace XHProf\Cli\Doctor;

use XHProf\Cli\Process\CommandLine;
use XHProf\Cli\Process\User;

/**
 * Checks xhprof.output_dir and xhprof.live_dir for each user that writes to them, and reports what xhprof.live_allow
 * refuses.
 */
final class FolderChecks
{
	/** The words in the default of xhprof.live_allow, each with what does not work without it. */
	private const READERS = ['sample' => 'xhprof live, record and ship cannot switch sampling on',
		'dump' => 'xhprof dump gets no new stack', 'arm' => 'xhprof arm arms no request'];
	private const GROUP_WRITES = 0020;
	private const OTHERS_WRITE = 0002;
	private const OTHERS = ['read' => 0004, 'write to' => self::OTHERS_WRITE, 'enter' => 0001];
	/** The setgid bit, with read and search permission for the group: the extension shares runs with that group. */
	private const GROUP_SHARES = 02050;
	private const STICKY = 01000;

	/** @param list<Sapi> $sapis */
	public function __construct(private readonly Machine $machine, private readonly Setup $setup,
		private readonly array $sapis)
	{
	}

	/** @return list<Finding> each folder once for each user */
	public function findings(): array
	{
		$findings = [];
		foreach ($this->sapis as $sapi) {
			foreach ($sapi->hasModule($this->machine) ? $this->uses($sapi) : [] as $use) {
				foreach (['output_dir', 'live_dir'] as $setting) {
					$folder = $use['settings']["xhprof.$setting"];
					$findings["$setting $folder {$use['user']}"] ??= $this->finding($setting, $folder, $use, $sapi);
				}
				$findings[] = $this->refused($use, $sapi);
			}
		}

		return array_values(array_filter($findings));
	}

	/**
	 * The settings of each pool of php-fpm, or of the one user that this is.
	 *
	 * @return list<array{user: string, who: string, settings: array<string, string>}>
	 */
	private function uses(Sapi $sapi): array
	{
		$settings = [];
		foreach (['xhprof.output_dir', 'xhprof.live_dir', 'xhprof.live_allow', 'xhprof.auto'] as $name) {
			$settings[$name] = (string) $sapi->info?->setting($name, 'xhprof');
		}
		$uses = [];
		foreach ($sapi->pools as $name => $pool) {
			$uses[] = ['user' => $pool['user'], 'who' => "php-fpm's pool $name, user {$pool['user']}",
				'settings' => $pool['settings'] + $settings];
		}
		if ($uses === [] && $sapi->info !== null && $sapi->kind === 'cli') {
			$user = $this->nameOf('passwd', User::id());
			$uses[] = ['user' => $user, 'who' => "$sapi->kind, user $user", 'settings' => $settings];
		}

		return $uses;
	}

	/** @param array{user: string, who: string, settings: array<string, string>} $use */
	private function finding(string $setting, string $folder, array $use, Sapi $sapi): ?Finding
	{
		if ($folder === '') {
			return $setting === 'output_dir' ? $this->unset($use, $sapi) : null;
		}
		$title = "xhprof.$setting $folder ({$use['who']})";
		$path = $this->machine->path($folder);
		$isAbsolute = str_starts_with($folder, '/');
		if (!$isAbsolute || is_link(rtrim($path, '/'))) {
			return Finding::wrong("$title: is " . ($isAbsolute ? 'a symbolic link' : 'not an absolute path'), [],
				[...$this->edit($sapi, $setting), ...$this->setup->restart($sapi)]);
		}
		if (!is_dir($path)) {
			return Finding::wrong("$title: does not exist",
				$setting === 'live_dir' ? ['files in /dev/shm and /run are lost at each boot: see docs/live.md'] : [],
				[$this->make($setting, $folder, $use['user'])]);
		}

		return $this->permissions($title, $setting, $folder, $use['user'],
			$sapi->kind === 'cli' && $this->isOfWeb($setting, $folder));
	}

	/** @param array{user: string, who: string, settings: array<string, string>} $use */
	private function unset(array $use, Sapi $sapi): ?Finding
	{
		$auto = $use['settings']['xhprof.auto'];
		$commands = [$this->make('output_dir', '/var/lib/xhprof', $use['user']),
			"echo 'xhprof.output_dir=/var/lib/xhprof' | " . Machine::sudo()
				. CommandLine::of(['tee', '-a', $this->setup->settingsFile($sapi)]), ...$this->setup->restart($sapi)];
		if ($auto !== '' && $auto !== 'off') {
			return Finding::wrong(
				"xhprof.auto=$auto, but xhprof.output_dir is not set ({$use['who']}): no request is saved", [],
				$commands);
		}

		return $sapi->isWeb()
			? Finding::note("xhprof.output_dir is not set ({$use['who']}): whole requests cannot be saved",
				[], $commands) : null;
	}

	/** @param array{user: string, who: string, settings: array<string, string>} $use */
	private function refused(array $use, Sapi $sapi): ?Finding
	{
		$allow = $use['settings']['xhprof.live_allow'];
		$refused = array_diff_key(self::READERS, array_flip(preg_split('/[\s,]+/', $allow) ?: []));
		if ($use['settings']['xhprof.live_dir'] === '' || $refused === []) {
			return null;
		}

		return Finding::note("xhprof.live_allow=\"$allow\" ({$use['who']}): readers of xhprof.live_dir are refused",
			array_values($refused), [...$this->edit($sapi, 'live_allow', 'add ' . implode(', ', array_keys($refused))),
				...$this->setup->restart($sapi)]);
	}

	private function permissions(string $title, string $setting, string $folder, string $user, bool $isOthers): Finding
	{
		$status = (array) @stat($this->machine->path($folder));
		$mode = (int) ($status['mode'] ?? 0) & 07777;
		$owner = $this->nameOf('passwd', (int) ($status['uid'] ?? 0));
		$group = $this->nameOf('group', (int) ($status['gid'] ?? 0));
		$now = sprintf('%s:%s, mode %04o', $owner, $group, $mode);
		$own = [Machine::sudo() . CommandLine::of(['chown', $user, $folder]),
			Machine::sudo() . CommandLine::of(['chmod', $setting === 'live_dir'
				|| ($mode & self::GROUP_SHARES) === self::GROUP_SHARES ? '2750' : '0700', $folder])];
		$isShared = ($mode & (self::GROUP_WRITES | self::OTHERS_WRITE)) !== 0;
		if ($setting === 'live_dir' && $isShared && ($mode & self::STICKY) === 0) {
			return Finding::wrong("$title: $now, so that other users can replace files in it", [], [$own[1]]);
		}
		// Root may write to any folder. Whether a user belongs to the group is not known here. Rings go to a folder of
		// the user or of root.
		$isOpen = $isShared && ($setting === 'output_dir' || $owner === 'root');
		if ($owner !== $user && !$isOpen && $user !== 'root') {
			$why = "it is for the web server's PHP; xhprof run can save anywhere";

			return $isOthers ? Finding::note("$title: $now, and $user cannot write to it", [$why])
				: Finding::wrong("$title: $now, and $user cannot write to it", [], $own);
		}
		$others = array_keys(array_filter(self::OTHERS, static fn (int $bit): bool => ($mode & $bit) !== 0));
		if ($setting === 'output_dir' && $others !== []) {
			$can = implode(' and ', array_filter([implode(', ', array_slice($others, 0, -1)), end($others)]));

			return Finding::note("$title: $now, so that other users can $can it",
				['profiles reveal what a program does; the files themselves have mode '
					. (($mode & self::GROUP_SHARES) === self::GROUP_SHARES ? '0640' : '0600')], [$own[1]]);
		}

		return Finding::ok("$title: $now");
	}

	/** True if a PHP of the web server has the same folder, which must then stay with its user. */
	private function isOfWeb(string $setting, string $folder): bool
	{
		foreach ($this->sapis as $sapi) {
			$folders = array_map(static fn (array $pool): string => $pool['settings']["xhprof.$setting"] ?? '',
				$sapi->pools);
			if ($sapi->isWeb() && in_array($folder,
				[$sapi->info?->setting("xhprof.$setting", 'xhprof'), ...array_values($folders)], true)) {
				return true;
			}
		}

		return false;
	}

	private function make(string $setting, string $folder, string $user): string
	{
		$access = $setting === 'live_dir' ? ['-m', '2750', '-o', $user, '-g', 'adm'] : ['-m', '0700', '-o', $user];

		return Machine::sudo() . CommandLine::of(['install', '-d', ...$access, $folder]);
	}

	/** @return list<string> */
	private function edit(Sapi $sapi, string $setting, string $do = 'give it another folder'): array
	{
		return $sapi->iniFiles === [] ? []
			: ["grep -n 'xhprof.$setting' " . CommandLine::of($sapi->iniFiles) . "   # and $do"];
	}

	/** The name of a user or group; the number if it has no name here. */
	private function nameOf(string $table, int $id): string
	{
		return preg_match("/^([^:\n]+):[^:\n]*:$id(?::|$)/m", $this->machine->read("/etc/$table"), $found) === 1
			? $found[1] : (string) $id;
	}
}
