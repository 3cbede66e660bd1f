<?php
declare(strict_types=1);

namespace XHProf\Fleet\Pyroscope;

use XHProf\Fleet\Agent\Series;

/** The labels of a series as the parameter "name" of /ingest, service{key=value,key=value}, which has no escapes. */
final class IngestName
{
	/** Names to which Pyroscope's intake gives a meaning, or which it sets itself. */
	private const RESERVED = ['service', 'service_name', 'app_name', 'profile_id', 'span_id', 'trace_id',
		'profile_type', 'pyroscope_spy', 'kind'];

	/** The most labels: the intake takes 30, and adds four itself. */
	private const MOST = 24;

	public static function of(Series $series, string $kind): string
	{
		$service = self::service($series->service);
		$labels = $service === $series->service ? [] : ['service_name' => self::value($series->service)];
		$labels += $kind === 'samples' ? [] : ['kind' => $kind];
		$own = ['env' => $series->env, 'host' => $series->host, 'pool' => $series->pool, 'php' => $series->php];
		foreach ($own as $name => $value) {
			$labels[$name] = self::value($value);
		}
		foreach ($series->tags as $key => $value) {
			$labels[self::unused(self::name((string) $key), $labels)] = self::value($value);
		}
		$pairs = [];
		foreach (array_slice(array_filter($labels, static fn (string $value): bool => $value !== ''), 0,
			self::MOST) as $name => $value) {
			$pairs[] = "$name=$value";
		}

		return $service . '{' . implode(',', $pairs) . '}';
	}

	private static function service(string $service): string
	{
		$service = (string) preg_replace('~[^\w./-]+~', '_', $service);

		return $service === '' ? 'php' : $service;
	}

	private static function name(string $key): string
	{
		$name = (string) preg_replace('/\W+/', '_', $key);
		// The intake drops labels that begin with "__", and refuses those that begin with a digit.
		return in_array($name, self::RESERVED, true) || str_starts_with($name, '__')
			|| preg_match('/^(\d|$)/', $name) === 1 ? "tag_$name" : $name;
	}

	/** @param array<string, string> $labels */
	private static function unused(string $name, array $labels): string
	{
		for ($unused = $name, $i = 2; isset($labels[$unused]); $i++) {
			$unused = "{$name}_$i";
		}

		return $unused;
	}

	/**
	 * Replaces a comma and braces, as they would end the value. The intake removes blanks around a value in any case.
	 */
	private static function value(string $value): string
	{
		if (preg_match('//u', $value) !== 1) {
			$value = (string) preg_replace('/[\x80-\xFF]/', '?', $value);
		}

		return trim(strtr($value, ['{' => '(', '}' => ')', ',' => ';']));
	}
}
