<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Help\Reference;
use XHProf\Cli\Input\RunFolder;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\Child;
use XHProf\Cli\Saved\Folder;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\Duration;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Output;
use XHProf\Cli\Terminal\Terminal;

/** xhprof curl: asks a site for a run of one request, waits for it, and shows it. */
final class CurlCommand extends Command
{
	private const USAGE = 'xhprof curl URL [-- CURL OPTION...]';

	/** The options of curl with which a user says where the body goes. */
	private const OUTPUT = '/^(?:-o|-O|--output|--remote-name)/';

	private readonly Folder $folder;
	private readonly string $url;
	private readonly string $secret;
	private readonly int $timeout_ns;

	public function __construct(Arguments $arguments, Terminal $terminal)
	{
		parent::__construct($arguments, $terminal);
		$this->url = $arguments->rest[0] ?? throw new Problem('no URL given', self::USAGE);
		$more = $arguments->rest[1] ?? '-';
		if ($more[0] !== '-' && count($arguments->rest) === 2) {
			throw new Problem("more than one URL: $more", self::USAGE);
		}
		if (preg_match('~^(?!https?://)\w+://|^-~i', $this->url) === 1) {
			throw new Problem("$this->url: not an HTTP URL", self::USAGE);
		}
		$this->folder = RunFolder::of($arguments->value('dir'));
		$this->timeout_ns = $arguments->duration('timeout', '30s', 's');
		$secret = getenv('XHPROF_SECRET') ?: (string) ini_get('xhprof.trigger_secret');
		$this->secret = $secret !== '' ? $secret : throw new Problem('no secret given',
			'set the variable XHPROF_SECRET to the xhprof.trigger_secret of the site, or use php.ini');
		if (preg_match('/[\r\n\0]/', $this->secret) === 1) {
			throw new Problem('the secret has a line break, and cannot be sent as a header');
		}
	}

	public function run(): int
	{
		[$status, $run, $location] = $this->request();
		if ($run === null) {
			throw new Problem("$this->url answered with status $status, but recorded no run",
				$location !== null ? "it redirects to $location; request that URL"
					: 'the site needs xhprof.auto=trigger or always, and this secret as its xhprof.trigger_secret; '
					. 'xhprof_info()["auto"]["reason"] there says why it recorded none');
		}
		$file = $this->waitFor($run);
		$this->terminal->write("status $status  run $run\n");

		return $this->show($file);
	}

	/** @return array{int, string|null, string|null} the status, the run's id, where it redirects to */
	private function request(): array
	{
		$files = [self::file(), self::file()];
		// The secret is in a file, because all users can see the words of a command. The header has no underscore,
		// because nginx and Apache drop headers with one.
		file_put_contents($files[0], 'header = "X-XHProf-Trigger: ' . addcslashes($this->secret, '"\\') . "\"\n");
		try {
			$options = array_slice($this->arguments->rest, 1);
			// Redirects are not followed, because another host must not get the secret.
			$status = (new Child())->run(['curl', '-sS', ...$options,
				...(preg_grep(self::OUTPUT, $options) === [] ? ['-o', Child::NOWHERE] : []),
				'--no-location', '--proto', '=http,https', '-K', $files[0], '-D', $files[1], '--url', $this->url],
				static function (): void {
				});
			$headers = (string) file_get_contents($files[1]);
		} finally {
			array_map(unlink(...), $files);
		}
		if ($status !== 0) {
			throw new Problem($status === 127 ? 'the program curl was not found' : "curl exited with status $status",
				$status === 127 ? 'on Debian: apt-get install curl' : '');
		}
		preg_match_all('~^HTTP/[\d.]+ (\d+)~m', $headers, $codes);

		return [(int) (end($codes[1]) ?: 0), self::header($headers, 'X-XHProf-Run', '[0-9a-f]{16}'),
			self::header($headers, 'Location', '\S+')];
	}

	private static function header(string $headers, string $name, string $form): ?string
	{
		return preg_match_all("/^$name: ($form)\\s*$/mi", $headers, $found) > 0 ? (string) end($found[1]) : null;
	}

	private static function file(): string
	{
		$file = @tempnam(sys_get_temp_dir(), 'xhprof'); // with mode 0600

		return $file !== false ? $file
			: throw new Problem('no folder for temporary files can be used', 'set TMPDIR to a writable folder');
	}

	/** Waits for the file of the run, because the header is sent before the run is saved. */
	private function waitFor(string $run): string
	{
		for ($end = hrtime(true) + $this->timeout_ns; ; usleep(20_000)) {
			$file = $this->folder->byId($run);
			if ($file !== null) {
				return $file;
			}
			if (hrtime(true) > $end) {
				throw new Problem(
					"run $run is not in {$this->folder->path} after " . Duration::spelled($this->timeout_ns),
					'give the xhprof.output_dir of the site with --dir; '
						. 'its error log says if the run could not be saved');
			}
		}
	}

	private function show(string $file): int
	{
		$out = $this->arguments->value('out');
		if ($out !== null) {
			(new ConvertCommand(Reference::arguments('convert', [$file, "--out=$out"]), new Terminal(STDOUT)))->run();
			Output::write($out === '-' ? '' : "file:  $out\n");
			return ExitStatus::OK;
		}
		if ($this->arguments->has('top') || $this->arguments->has('json')) {
			$words = [$file, '--limit=' . $this->arguments->number('limit', 25),
				...($this->arguments->has('json') ? ['--json'] : [])];
			return (new TopCommand(Reference::arguments('top', $words), new Terminal(STDOUT)))->run();
		}

		return (new OpenCommand(Reference::arguments('open', [$file]), $this->terminal))->run();
	}
}
