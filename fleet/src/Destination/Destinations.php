<?php
declare(strict_types=1);

namespace XHProf\Fleet\Destination;

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Text;
use XHProf\Fleet\Agent\Destination;
use XHProf\Fleet\ClickHouse\ClickHouse;
use XHProf\Fleet\Http\Endpoint;
use XHProf\Fleet\Otlp\Otlp;
use XHProf\Fleet\Pyroscope\Pyroscope;

/** Finds the class that sends to a URL. */
final class Destinations
{
	private const SCHEMES = ['pyroscope', 'otlp', 'file', 'clickhouse', 'xhgui'];

	public static function of(string $url): Destination
	{
		return match (preg_match('/^([a-z]+)[+:]/', $url, $found) === 1 ? $found[1] : '') {
			'pyroscope' => new Pyroscope(Endpoint::of($url, ['pyroscope'])),
			'otlp' => new Otlp(Endpoint::of($url, ['otlp'])),
			'file' => FileDestination::of($url),
			'clickhouse' => new ClickHouse(Endpoint::of($url, ClickHouse::SCHEMES)),
			'xhgui' => new XHGui(Endpoint::of($url, XHGui::SCHEMES)),
			default => throw new Problem('"' . Endpoint::masked($url) . '" is not a destination',
				Text::hint($found[1] ?? '', self::SCHEMES) . 'xhprof ship --help lists them'),
		};
	}
}
