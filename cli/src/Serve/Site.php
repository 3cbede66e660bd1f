<?php
declare(strict_types=1);

namespace XHProf\Cli\Serve;

use XHProf\Cli\Package\Packages;
use XHProf\Cli\Package\Pages;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\Reach;
use XHProf\Cli\Saved\Folder;

/**
 * The entrance to xhprof serve. A request gets the pages below /TOKEN/ if it has the token, names this server as its
 * host, and only reads.
 */
final class Site
{
	/** Environment variables for the child: other users can read a command line, but not these. */
	public const FOLDER = 'XHPROF_SERVE_FOLDER';
	public const STORE = 'XHPROF_SERVE_STORE';
	public const CACHE = 'XHPROF_SERVE_CACHE';
	public const TOKEN = 'XHPROF_SERVE_TOKEN';
	public const HOSTS = 'XHPROF_SERVE_HOSTS';
	public const PARENT = 'XHPROF_SERVE_PARENT';
	public const SOURCE = 'XHPROF_SERVE_SOURCE';

	/** @param list<string> $hosts that a request may name; "*" is any address in digits */
	public function __construct(private readonly Pages $pages, private readonly string $token,
		private readonly array $hosts, private readonly int $parent)
	{
	}

	public static function ofEnvironment(): self
	{
		/** @var array{maps: list<string>, folders: list<string>}|null $source ServeCommand wrote it */
		$source = json_decode((string) getenv(self::SOURCE), true);
		$store = (string) getenv(self::STORE);
		$pages = $store !== '' ? Packages::store()->pages($store)
			: new FolderPages(new Folder((string) getenv(self::FOLDER)),
				$source['maps'] ?? null, getenv(self::CACHE) ?: null, new Reach($source['folders'] ?? []));

		return new self($pages, (string) getenv(self::TOKEN), explode(' ', (string) getenv(self::HOSTS)),
			(int) getenv(self::PARENT));
	}

	public function answer(): void
	{
		Reply::headers();
		$this->endWithParent();
		try {
			$this->route();
		} catch (Problem $problem) {
			Reply::fail($problem->getCode() === Pages::MISSING ? 404 : 422, $problem->getMessage(),
				$problem->advice, "/$this->token/");
		} catch (\RuntimeException $e) {
			Reply::fail(500, $e->getMessage(), '', "/$this->token/");
		}
	}

	private function route(): void
	{
		$path = explode('?', self::server('REQUEST_URI'), 2)[0];
		$parts = explode('/', $path, 3);
		if (!$this->isKnownHost(strtolower(self::server('HTTP_HOST')))) {
			Reply::fail(421, 'this server does not have that name', 'use the address that xhprof serve printed');
		} elseif (!hash_equals($this->token, $parts[1] ?? '')) {
			Reply::fail(403, 'the address lacks its token', 'use the address that xhprof serve printed');
		} elseif (!in_array(self::server('REQUEST_METHOD'), ['GET', 'HEAD'], true)) {
			header('Allow: GET, HEAD');
			Reply::fail(405, 'this server is read-only');
		} elseif (!isset($parts[2])) {
			header("Location: /$this->token/", true, 302);
		} elseif (!$this->pages->show($parts[2])) {
			Reply::fail(404, 'no such page', '', "/$this->token/");
		}
	}

	/** Another site could let its own name lead here (DNS rebinding), and its scripts could then read the answers. */
	private function isKnownHost(string $host): bool
	{
		$name = (string) preg_replace('/:\d+$/D', '', $host);

		return in_array($host, $this->hosts, true)
			|| (in_array('*', $this->hosts, true) && filter_var(trim($name, '[]'), FILTER_VALIDATE_IP) !== false);
	}

	/** Ends the server if its parent is gone: a command that was killed could not end it. */
	private function endWithParent(): void
	{
		if (function_exists('posix_getppid') && $this->parent > 0 && posix_getppid() !== $this->parent
			&& posix_getpid() !== $this->parent) {
			posix_kill(posix_getpid(), SIGTERM);
		}
	}

	private static function server(string $name): string
	{
		$value = $_SERVER[$name] ?? '';

		return is_string($value) ? $value : '';
	}
}
