<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Run\Filter;

/** xhprof live --uri. */
final class RequestFilter
{
	/**
	 * @param string $wanted a part of "METHOD URI"; with "*" a pattern of the URI, or, with a blank, of both; "": all
	 * @param string $request "METHOD URI"
	 */
	public static function admits(string $wanted, string $request): bool
	{
		if (!str_contains($wanted, '*')) {
			return $wanted === '' || stripos($request, $wanted) !== false;
		}
		$text = str_contains($wanted, ' ') ? $request : (string) preg_replace('/^\S* /', '', $request);

		return preg_match(Filter::uriPattern($wanted), $text) === 1;
	}
}
