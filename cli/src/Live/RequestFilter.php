<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Run\Filter;

/** xhprof live --uri. */
final class RequestFilter
{
	/**
	 * @param string $pattern of the URI, as that of saved runs; "": all
	 * @param string $request "METHOD URI"
	 */
	public static function admits(string $pattern, string $request): bool
	{
		return $pattern === '' || preg_match(Filter::uriPattern($pattern), self::uri($request)) === 1;
	}

	/** Of "METHOD URI". */
	public static function uri(string $request): string
	{
		return (string) preg_replace('/^\S* /', '', $request);
	}

	/** The pattern of a part of the URI that is typed by hand. */
	public static function ofPart(string $text): string
	{
		return $text === '' || $text[0] === '/' || str_contains($text, '*') ? $text : "*$text*";
	}
}
