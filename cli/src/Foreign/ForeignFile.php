<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

use XHProf\Cli\Problem;

/** Profiles that other tools wrote. The format follows from the content, not from the name. */
final class ForeignFile
{
	/** The formats, for messages. */
	public const FORMATS = 'folded, pprof, callgrind, speedscope, cpuprofile and OTLP files of other tools';

	/**
	 * The run as json of xhprof.
	 *
	 * @return string|null null if it is empty, or JSON of no format that is known here
	 * @throws Problem if it is damaged; the message says where
	 */
	public static function json(string $file, int $limit): ?string
	{
		$text = Packed::text($file, $limit);

		return match (true) {
			$text === '' => null,
			Callgrind::is($text) => Callgrind::json($text, $limit),
			FoldedStacks::is($text) => FoldedStacks::json($text, $limit),
			$text[0] === '{' => self::ofJson($text, $limit),
			Pprof::is($text) => Pprof::json($text, $limit),
			OtlpMessage::is($text) => OtlpProfiles::json(OtlpMessage::file($text, $limit), $limit),
			default => throw new Problem('its format is unknown'),
		};
	}

	private static function ofJson(string $text, int $limit): ?string
	{
		$file = JsonText::object($text) ?? [];

		return match (true) {
			Speedscope::is($file) => Speedscope::json($file, $limit),
			CpuProfile::is($file) => CpuProfile::json($file, $limit),
			OtlpProfiles::is($file) => OtlpProfiles::json($file, $limit),
			default => null,
		};
	}
}
