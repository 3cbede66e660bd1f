<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet\Destination;

use XHProf\Cli\Fleet\ClickHouse\ClickHouse;
use XHProf\Cli\Fleet\Destination;
use XHProf\Cli\Fleet\Otlp\Otlp;
use XHProf\Cli\Fleet\Pyroscope\Pyroscope;
use XHProf\Cli\Http\Endpoint;
use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Text;

/** Finds the class that sends to a URL. */
final class Destinations
{
	private const SCHEMES = ['pyroscope', 'otlp', 'file', 'clickhouse', 'xhgui'];

	/** @param bool $isExperimental whether --experimental was given */
	public static function of(string $url, bool $isExperimental = false): Destination
	{
		return match (preg_match('/^([a-z]+)[+:]/', $url, $found) === 1 ? $found[1] : '') {
			'pyroscope' => new Pyroscope(Endpoint::of($url, ['pyroscope'])),
			'otlp' => new Otlp(Endpoint::of($url, ['otlp']), $isExperimental),
			'file' => FileDestination::of($url),
			'clickhouse' => new ClickHouse(Endpoint::of($url, ClickHouse::SCHEMES)),
			'xhgui' => new XHGui(Endpoint::of($url, XHGui::SCHEMES)),
			default => throw new Problem('"' . Endpoint::masked($url) . '" is no place to ship to', Text::hint($found[1] ?? '', self::SCHEMES)
				. 'xhprof ship --help lists them'),
		};
	}
}
