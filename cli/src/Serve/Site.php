<?php
declare(strict_types=1);

namespace XHProf\Cli\Serve;

use XHProf\Cli\Code\Files;
use XHProf\Cli\Page\Page;
use XHProf\Cli\Page\RunPart;
use XHProf\Cli\Page\SourceBlock;
use XHProf\Cli\Problem;
use XHProf\Cli\Run\Filter;
use XHProf\Cli\Run\Folder;
use XHProf\Cli\Run\RunFile;
use XHProf\Cli\Run\RunList;
use XHProf\Profile;

/**
 * The runs of one folder for a browser: /TOKEN/ is the list, /TOKEN/run/ID a run, /TOKEN/diff?run[]=ID&run[]=ID two.
 * It only reads, and only files that the list has, by their ids.
 */
final class Site
{
	/** The environment tells the child: other users can read a command line. */
	public const FOLDER = 'XHPROF_SERVE_FOLDER';
	public const TOKEN = 'XHPROF_SERVE_TOKEN';
	public const HOSTS = 'XHPROF_SERVE_HOSTS';
	public const PARENT = 'XHPROF_SERVE_PARENT';
	public const SOURCE = 'XHPROF_SERVE_SOURCE';

	private bool $isMissing = false;

	/**
	 * @param list<string> $hosts that a request may name; "*" is any address in digits
	 * @param list<string>|null $maps of --map, if pages show the source of the program; null: they do not
	 */
	public function __construct(
		private readonly Folder $folder,
		private readonly string $token,
		private readonly array $hosts,
		private readonly int $parent,
		private readonly ?array $maps = null,
	) {
	}

	public static function ofEnvironment(): self
	{
		$maps = json_decode((string) getenv(self::SOURCE), true);

		return new self(new Folder((string) getenv(self::FOLDER)), (string) getenv(self::TOKEN),
			explode(' ', (string) getenv(self::HOSTS)), (int) getenv(self::PARENT),
			is_array($maps) ? array_values(array_filter($maps, is_string(...))) : null);
	}

	public function answer(): void
	{
		self::sendHeaders();
		$this->endWithParent();
		try {
			$this->route();
		} catch (Problem $problem) {
			$this->fail($this->isMissing ? 404 : 422, $problem->getMessage(), $problem->advice);
		} catch (\RuntimeException $e) {
			$this->fail(500, $e->getMessage());
		}
	}

	private function route(): void
	{
		$path = explode('?', self::server('REQUEST_URI'), 2)[0];
		$parts = explode('/', $path, 3);
		if (!$this->isKnownHost(strtolower(self::server('HTTP_HOST')))) {
			$this->fail(421, 'this server has another name', 'use the address that xhprof serve printed');
		} elseif (!hash_equals($this->token, $parts[1] ?? '')) {
			$this->fail(403, 'the address lacks its token', 'use the address that xhprof serve printed');
		} elseif (!in_array(self::server('REQUEST_METHOD'), ['GET', 'HEAD'], true)) {
			header('Allow: GET, HEAD');
			$this->fail(405, 'this server only reads');
		} elseif (!isset($parts[2])) {
			header("Location: /$this->token/", true, 302);
		} elseif ($parts[2] === '') {
			$this->list();
		} elseif ($parts[2] === 'diff') {
			$this->diff();
		} elseif (str_starts_with($parts[2], 'run/')) {
			$this->run(rawurldecode(substr($parts[2], 4)));
		} else {
			$this->fail(404, 'there is no such page');
		}
	}

	private function list(): void
	{
		$query = [];
		foreach (['uri', 'host', 'slower-than', 'since', 'status', 'sort', 'page'] as $name) {
			$value = $_GET[$name] ?? '';
			$query[$name] = is_string($value) ? trim($value) : '';
		}
		$page = new ListPage($query);
		header('Content-Security-Policy: ' . Html::POLICY . "; style-src '" . Html::styleHash() . "'; form-action 'self'");
		$list = $problem = null;
		try {
			$order = isset(RunList::COLUMNS[ltrim($query['sort'], '-')]) ? $query['sort'] : 'time';
			$list = new RunList($this->folder, new Filter(array_map(static fn (string $value): ?string => $value === '' ? null : $value, $query)), $order);
		} catch (Problem $problem) {
			http_response_code(422);
		}
		echo $list === null ? $page->problem($problem) : $page->html($list);
	}

	private function run(string $id): void
	{
		$this->send(Page::ofRun($this->part($id, true), '../'));
	}

	/** The older one is before. */
	private function diff(): void
	{
		$ids = is_array($_GET['run'] ?? null) ? array_values(array_filter($_GET['run'], is_string(...))) : [];
		if (count($ids) !== 2) {
			throw new Problem((count($ids) === 1 ? '1 run is' : count($ids) . ' runs are') . ' chosen', 'choose two to compare');
		}
		$files = array_map($this->file(...), $ids);
		if ((int) filemtime($files[0]) > (int) filemtime($files[1])) {
			$ids = array_reverse($ids);
		}
		$this->send(Page::ofRuns($this->part($ids[0]), $this->part($ids[1]), './'));
	}

	private function part(string $id, bool $isAlone = false): RunPart
	{
		$file = $this->file($id);
		try {
			$run = RunFile::load($file);
			$source = !$isAlone || $this->maps === null || $run->lines() === [] ? null : new SourceBlock($run, new Files($this->maps, $run->summary()['started']));
			return new RunPart($run, self::title($run) ?? Folder::idOf(basename($file)), null, $source);
		} catch (Problem $problem) {
			// The folder's place is nobody's business.
			throw new Problem(str_replace($file, basename($file), $problem->getMessage()));
		}
	}

	/** "GET /cart", of a request. */
	private static function title(Profile $run): ?string
	{
		$meta = $run->meta();
		$method = is_array($meta['xhprof'] ?? null) ? $meta['xhprof']['method'] ?? null : null;

		return is_string($meta['url'] ?? null) ? ltrim((is_string($method) ? $method : '') . " $meta[url]") : null;
	}

	private function file(string $id): string
	{
		$file = $this->folder->byId($id);
		$this->isMissing = $file === null;

		return $file ?? throw new Problem('there is no such run', 'it may have been removed meanwhile: see the list');
	}

	/** The page has a policy of its own, by hashes. */
	private function send(Page $page): void
	{
		$copy = fopen('php://temp/maxmemory:33554432', 'w+b');
		if ($copy === false) {
			throw new Problem('there is no folder for temporary files');
		}
		$page->write($copy);
		rewind($copy);
		header("Content-Security-Policy: base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
		fpassthru($copy);
	}

	private static function sendHeaders(): void
	{
		header_remove('X-Powered-By');
		foreach (['Content-Type: text/html; charset=utf-8', 'X-Content-Type-Options: nosniff', 'Referrer-Policy: no-referrer',
			'Cache-Control: no-store', 'X-Frame-Options: DENY', 'Cross-Origin-Opener-Policy: same-origin',
			'Cross-Origin-Resource-Policy: same-origin'] as $header) {
			header($header);
		}
	}

	/** A page of another site may have let its own name lead here: its scripts would read what it gets. */
	private function isKnownHost(string $host): bool
	{
		$name = (string) preg_replace('/:\d+$/D', '', $host);

		return in_array($host, $this->hosts, true)
			|| (in_array('*', $this->hosts, true) && filter_var(trim($name, '[]'), FILTER_VALIDATE_IP) !== false);
	}

	/** A tool that was killed could not end its server. */
	private function endWithParent(): void
	{
		if (function_exists('posix_getppid') && $this->parent > 0 && posix_getppid() !== $this->parent && posix_getpid() !== $this->parent) {
			posix_kill(posix_getpid(), SIGTERM);
		}
	}

	private function fail(int $status, string $message, string $advice = ''): void
	{
		// Whoever lacks the token is not told it.
		$back = in_array($status, [404, 422, 500], true) ? "<p><a href=\"/$this->token/\">All runs</a></p>" : '';
		http_response_code($status);
		header('Content-Security-Policy: ' . Html::POLICY . "; style-src '" . Html::styleHash() . "'");
		echo Html::page('xhprof', '<main class="problem"><h1>' . Html::text(ucfirst($message)) . '</h1><p>' . Html::text(ucfirst($advice))
			. "</p>$back</main>\n");
	}

	private static function server(string $name): string
	{
		$value = $_SERVER[$name] ?? '';

		return is_string($value) ? $value : '';
	}
}
