<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

use XHProf\Cli\Problem;
use XHProf\Profile;

/**
 * Files with the classic array: serialized by xhprof_lib and in the format xhprof, or one line for XHGui.
 *
 * @api
 */
final class PairsFile
{
	private const SERIALIZED = 'a:';
	private const XHGUI = '{"profile":';

	/** The depth of an array of rows. */
	private const SERIALIZED_DEPTH = 2;
	private const XHGUI_DEPTH = 128;

	/** For longer files, lists do not show the facts. */
	private const HEAD_BYTES = 8 << 20;

	/** For each key of the array: the key in the first line of JSON, and the factor between their units. */
	private const TOTALS = ['wt' => ['wall_ns', 1000], 'cpu' => ['cpu_ns', 1000], 'mu' => ['memory_bytes', 1],
		'pmu' => ['peak_bytes', 1]];

	/** True if the file, which may be packed by gzip, begins like one of these formats. */
	public static function is(string $file): bool
	{
		$start = self::text($file, strlen(self::XHGUI));

		return str_starts_with($start, self::SERIALIZED) || $start === self::XHGUI;
	}

	/**
	 * @param int $mostBytes of the unpacked file
	 * @throws Problem with the reason, without the file's name: "it is damaged"; the code is Profile::TOO_LARGE if it
	 *     is longer
	 */
	public static function load(string $file, int $mostBytes): Profile
	{
		$text = self::text($file, $mostBytes + 1);
		if (strlen($text) > $mostBytes) {
			throw LoadLimit::exceeded();
		}
		[$pairs, $meta] = str_starts_with($text, self::SERIALIZED)
			? [self::unserialize($text), null] : self::decode($text);
		try {
			return Profile::fromPairs($pairs, $meta);
		} catch (\TypeError | \ValueError $e) {
			// "XHProf\Profile::fromPairs(): Argument #1 ($pairs) must have ..."
			throw new Problem(strtr(Problem::reason($e),
				['Argument #1 ($pairs)' => 'its array', 'Argument #2 ($meta)' => 'its "meta"']));
		}
	}

	/**
	 * The facts that a list shows of a serialized array: the costs of main(), with the keys of a JSON file's first
	 * line. They are searched for in the text, because building the array takes ten times as long.
	 *
	 * @return array{total: array<string, int>}|null null: there are none
	 */
	public static function head(string $file): ?array
	{
		$text = self::text($file, self::HEAD_BYTES + 1);
		$at = strlen($text) > self::HEAD_BYTES || !str_starts_with($text, self::SERIALIZED) ? false
			: strrpos($text, 's:6:"main()";a:');
		if ($at === false || preg_match_all('/s:\d:"(wt|cpu|mu|pmu)";i:(-?\d{1,18});/',
			substr($text, $at, (int) strpos("$text}", '}', $at) - $at), $found) === 0) {
			return null;
		}
		$total = [];
		foreach ($found[1] as $i => $name) {
			$total[self::TOTALS[$name][0]] = (int) $found[2][$i] * self::TOTALS[$name][1];
		}

		return ['total' => $total];
	}

	/** The start of a file, which is unpacked if it is packed by gzip; empty if it cannot be read. */
	public static function text(string $file, int $mostBytes): string
	{
		$wrapper = in_array('compress.zlib', stream_get_wrappers(), true) ? 'compress.zlib://' : '';

		return Packed::read($wrapper . $file, $mostBytes);
	}

	/** @return array<mixed> */
	private static function unserialize(string $text): array
	{
		$pairs = @unserialize($text, ['allowed_classes' => false, 'max_depth' => self::SERIALIZED_DEPTH]);

		return is_array($pairs) ? $pairs : throw new Problem('it is damaged, or more than an array of arrays');
	}

	/** @return array{array<mixed>, array<mixed>} */
	private static function decode(string $line): array
	{
		if (str_contains(rtrim($line, "\r\n\t "), "\n")) {
			throw new Problem('it has several lines, and so several runs');
		}
		$envelope = json_decode($line, true, self::XHGUI_DEPTH) ?? throw new Problem('it is damaged');
		if (!is_array($envelope) || !is_array($envelope['profile'] ?? null) || !is_array($envelope['meta'] ?? null)) {
			throw new Problem('it has no arrays "profile" and "meta"');
		}

		return [$envelope['profile'], $envelope['meta']];
	}
}
