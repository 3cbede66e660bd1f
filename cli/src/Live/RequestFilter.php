<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Saved\Filter;

/** Decides which requests `xhprof live --uri` shows. */
final class RequestFilter
{
	/**
	 * @param string $pattern a pattern of URIs, as for saved runs; "": all
	 * @param string $request "METHOD URI"
	 */
	public static function admits(string $pattern, string $request): bool
	{
		return $pattern === '' || Filter::isUri($pattern, self::uri($request));
	}

	/** The URI in "METHOD URI". */
	public static function uri(string $request): string
	{
		return (string) preg_replace('/^\S* /', '', $request);
	}

	/** The pattern for a part of a URI that somebody typed. */
	public static function ofPart(string $text): string
	{
		return $text === '' || $text[0] === '/' || str_contains($text, '*') ? $text : "*$text*";
	}
}
