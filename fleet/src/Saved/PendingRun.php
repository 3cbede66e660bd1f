<?php
declare(strict_types=1);

namespace XHProf\Fleet\Saved;

use XHProf\Cli\Saved\Folder;

/** A saved run in a folder: its files, one for each format. */
final class PendingRun
{
	/** @var array<string, string> names by their endings, such as "json.gz" */
	public array $files = [];

	/** The size and the time of each file. It changes if a file does. */
	public string $state = '';

	/** The time of the newest file, seconds since 1970. */
	public int $time = 0;

	/** When it was first seen, in nanoseconds of hrtime(). */
	public int $since_ns = 0;

	public bool $isWhole = false;

	public function __construct(public readonly int $id, public readonly string $run)
	{
	}

	/** The file whose format keeps most of the run; null: none can be read back. */
	public function best(): ?string
	{
		foreach (Folder::readable() as $kind) {
			if (isset($this->files[$kind])) {
				return $this->files[$kind];
			}
		}

		return null;
	}
}
