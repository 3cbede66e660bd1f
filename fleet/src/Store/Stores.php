<?php
declare(strict_types=1);

namespace XHProf\Fleet\Store;

use XHProf\Cli\Problem;
use XHProf\Cli\Saved\Filter;
use XHProf\Fleet\Http\Endpoint;
use XHProf\Profile;

/**
 * Stores with profiles of many machines, as words of the command line:
 * clickhouse+https://HOST/DB?service=shop&since=1h.
 */
final class Stores
{
	public static function profile(ClickHouseStore $store, Selection $selection): Profile
	{
		try {
			return $store->profile($selection);
		} catch (\ValueError $e) {
			throw $e->getCode() === Profile::OUT_OF_RANGE
				? new Problem("{$selection->title()}: its sum exceeds the 146 years that a run can hold",
					'per=host or per=hour asks for means')
				: new Problem("{$selection->title()}: the store's data is not a profile: "
					. Problem::reason($e));
		}
	}

	/** The URL without query and credentials. */
	public static function name(string $url): string
	{
		return self::endpoint($url)->name();
	}

	private static function endpoint(string $url): Endpoint
	{
		$scheme = (string) strstr($url, '://', true);

		return preg_match('~^clickhouse\+https?$~D', $scheme) === 1
			? Endpoint::of($url, ['clickhouse'])
			: throw new Problem("$scheme:// is not a store that can be queried",
				'use clickhouse+https://HOST/DB?service=NAME; read what was sent to file:DIR as DIR');
	}

	public static function of(string $url): ClickHouseStore
	{
		$client = ClickHouseClient::of(self::endpoint($url));

		return new ClickHouseStore($client->endpoint->name(), static fn (string $sql): string => $client->query($sql));
	}

	/**
	 * The URL with --since added, unless it has since= already. In a URL, labels take the place of the other filters.
	 */
	public static function with(string $url, Filter $filter): string
	{
		if ($filter->looksInside()) {
			throw new Problem('--uri, --host, --slower-than, --status and --trace are for runs in folders',
				'a store is queried by its URL: ?service=shop&route=/cart*&since=1h');
		}

		return $filter->since === 0 || preg_match('/[?&]since=/', $url) === 1 ? $url
			: $url . (str_contains($url, '?') ? '&' : '?') . "since=@$filter->since";
	}
}
