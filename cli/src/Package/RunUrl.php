<?php
declare(strict_types=1);

namespace XHProf\Cli\Package;

/**
 * The URL of a store with profiles of many machines: clickhouse+https://HOST/DB?service=shop&since=1h.
 *
 * @api
 */
final class RunUrl
{
	/** True for the URL of a store, even of one that cannot be queried: no file has such a name. */
	public static function is(string $word): bool
	{
		return preg_match('~^(?:\w+\+\w+|clickhouse)://~', $word) === 1;
	}
}
