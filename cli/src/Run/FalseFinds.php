<?php
declare(strict_types=1);

namespace XHProf\Cli\Run;

/** Keeps the part of false finds low where many things are tested at once: Benjamini and Hochberg's procedure. */
final class FalseFinds
{
	/** The part of all finds that may be false. */
	public const PART = 0.005;

	/**
	 * The limit: chances up to it are finds.
	 *
	 * @param list<float> $chances
	 */
	public static function limitOf(array $chances): float
	{
		sort($chances);
		$limit = -1.0;
		foreach ($chances as $i => $chance) {
			if ($chance <= self::PART * ($i + 1) / count($chances)) {
				$limit = self::PART * ($i + 1) / count($chances);
			}
		}

		return $limit;
	}
}
