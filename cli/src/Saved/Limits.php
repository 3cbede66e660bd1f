<?php
declare(strict_types=1);

namespace XHProf\Cli\Saved;

use XHProf\Cli\Problem;

/**
 * The limits of a folder of runs, as xhprof.keep lists them: tests/cli/keep_settings.phpt. 0: no limit.
 *
 * @api
 */
final class Limits
{
	/** Each is a limit of its own; days are those since a run's files were last written. */
	public function __construct(public readonly int $files, public readonly int $bytes, public readonly int $days)
	{
	}

	/**
	 * Without a size, 1000 MiB. Limits of a run or a URI count only where runs are saved.
	 *
	 * @throws Problem if a word of the list is no limit
	 */
	public static function of(string $list): self
	{
		$limits = ['' => 0, 'size' => 1000 << 20, 'd' => 0];
		foreach (preg_split('/[ \t\r\n,;|]+/', $list, -1, PREG_SPLIT_NO_EMPTY) ?: [] as $word) {
			if (preg_match('~^(\d+)(([kmg])(?:/run)?|d|/uri|)$~Di', $word, $found) !== 1) {
				throw new Problem("\"$word\" is not a limit",
					'limits are 1000M, 14d or a number of files, with commas between');
			}
			$size = $found[3] ?? '';
			$factor = ['' => 1, 'k' => 1 << 10, 'm' => 1 << 20, 'g' => 1 << 30][strtolower($size)];
			$kind = $size === '' ? $found[2] : 'size' . substr($found[2], 1);
			$limits[strtolower($kind)] = min((int) $found[1], intdiv(PHP_INT_MAX, $factor)) * $factor;
		}

		return new self($limits[''], $limits['size'], $limits['d']);
	}

	/** True if all runs may stay. */
	public function isNone(): bool
	{
		return $this->files === 0 && $this->bytes === 0 && $this->days === 0;
	}
}
