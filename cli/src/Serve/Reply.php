<?php
declare(strict_types=1);

namespace XHProf\Cli\Serve;

use XHProf\Cli\Page\Page;
use XHProf\Cli\Problem;

/**
 * The answers of xhprof serve: a page without scripts, a report with a policy of its own, or why there is none.
 *
 * @api
 */
final class Reply
{
	/** The headers that each answer has; Site calls this before a Pages. */
	public static function headers(): void
	{
		header_remove('X-Powered-By');
		foreach (['Content-Type: text/html; charset=utf-8', 'X-Content-Type-Options: nosniff',
			'Referrer-Policy: no-referrer', 'Cache-Control: no-store', 'X-Frame-Options: DENY',
			'Cross-Origin-Opener-Policy: same-origin', 'Cross-Origin-Resource-Policy: same-origin'] as $header) {
			header($header);
		}
	}

	/**
	 * Sends a page without scripts, that of Html::page().
	 *
	 * @param bool $hasForms whether it may ask for other pages of this server
	 */
	public static function html(string $html, bool $hasForms = true): void
	{
		header('Content-Security-Policy: ' . Html::POLICY . "; style-src '" . Html::styleHash() . "'"
			. ($hasForms ? "; form-action 'self'" : ''));
		echo $html;
	}

	/**
	 * Sends a report, which has a policy of its own, by hashes.
	 *
	 * @throws Problem if it cannot be made; nothing was sent then
	 */
	public static function report(Page $page): void
	{
		$copy = fopen('php://temp/maxmemory:33554432', 'w+b');
		if ($copy === false) {
			throw new Problem('no folder for temporary files can be used');
		}
		$page->write($copy);
		rewind($copy);
		header("Content-Security-Policy: base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
		fpassthru($copy);
	}

	/**
	 * Sends an error.
	 *
	 * @param int $status that of HTTP
	 * @param string $back the address of the list; empty: whoever lacks the token is not told it
	 */
	public static function fail(int $status, string $message, string $advice = '', string $back = ''): void
	{
		http_response_code($status);
		self::html(Html::page('xhprof', '<main class="problem"><h1>' . Html::text(ucfirst($message))
			. '</h1><p>' . Html::text(ucfirst($advice)) . '</p>'
			. ($back === '' ? '' : '<p><a href="' . Html::text($back) . '">' . 'Back to the list</a></p>')
			. "</main>\n"), false);
	}
}
