<?php
declare(strict_types=1);

namespace XHProf\WordPress;

use XHProf\Profile;

/**
 * Reports of runs, for those who may: of ours, which are kept for an hour as transients, and of those in
 * xhprof.output_dir.
 */
final class Reports
{
	public const ACTION = 'xhprof_report';

	/** A request may go on, or save its run, after its answer. */
	private const TRIES = 50;
	private const PAUSE_US = 100000;

	/** The page of a run; its nonce is for the current user. */
	public static function address(string $id): string
	{
		return add_query_arg(['action' => self::ACTION, 'run' => $id,
			'_wpnonce' => wp_create_nonce(self::ACTION . $id)], admin_url('admin-post.php'));
	}

	/** @return bool false if it is too large for the database */
	public static function keep(string $id, Profile $profile): bool
	{
		wp_raise_memory_limit('admin');
		$meta = ['url' => explode('?', Plugin::server('REQUEST_URI'), 2)[0], 'SERVER' =>
			['REQUEST_METHOD' => Plugin::server('REQUEST_METHOD'), 'HTTP_HOST' => Plugin::server('HTTP_HOST')]];
		try {
			$bytes = $profile->export('json.gz', null, $meta);
		} catch (\ValueError $e) {
			$bytes = $profile->export('json', null, $meta); // built without zlib
		}

		return set_transient("xhprof_run_$id", base64_encode((string) $bytes), HOUR_IN_SECONDS);
	}

	/** Answers the page's request. */
	public static function show(): void
	{
		$id = is_string($_GET['run'] ?? null) ? $_GET['run'] : '';
		$nonce = is_string($_GET['_wpnonce'] ?? null) ? $_GET['_wpnonce'] : '';
		if (!Plugin::isAllowed() || preg_match('/^[0-9a-f]{16}$/D', $id) !== 1
			|| wp_verify_nonce($nonce, self::ACTION . $id) === false) {
			wp_die('You may not see this report, or its link has expired: profile the page again.', 'xhprof',
				['response' => 403]);
		}
		nocache_headers();
		header('Referrer-Policy: no-referrer');
		header('X-Robots-Tag: noindex');
		$profile = self::wait($id);
		if ($profile === null) {
			wp_die('There is no such run: it was not saved, or has been removed since.', 'xhprof', ['response' => 404]);
		}
		header('Content-Type: text/html; charset=UTF-8');
		echo $profile->export('html');
		exit;
	}

	private static function wait(string $id): ?Profile
	{
		for ($i = 0; $i < self::TRIES; $i++) {
			$profile = self::find($id);
			if ($profile !== null) {
				return $profile;
			}
			usleep(self::PAUSE_US);
			wp_cache_delete("xhprof_run_$id", 'transient');
			wp_cache_delete("_transient_xhprof_run_$id", 'options');
			wp_cache_delete('notoptions', 'options');
		}

		return null;
	}

	private static function find(string $id): ?Profile
	{
		wp_raise_memory_limit('admin');
		try {
			$kept = get_transient("xhprof_run_$id");
			if (is_string($kept)) {
				return Profile::parse((string) base64_decode($kept, true));
			}
			$folder = (string) ini_get('xhprof.output_dir');
			$files = $folder === '' ? []
				: array_merge((array) glob("$folder/*$id*.xhprof.json"), (array) glob("$folder/*$id*.xhprof.json.gz"));

			return $files === [] ? null : Profile::load((string) $files[0]);
		} catch (\Exception | \ValueError $e) {
			return null;
		}
	}
}
