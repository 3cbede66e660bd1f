<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet\Saved;

use XHProf\Cli\Run\Folder;

/** A run that lies in a folder: its files, of one format each. */
final class PendingRun
{
	/** @var array<string, string> names by what they end with, such as "json.gz" */
	public array $files = [];

	/** Changes with each file: its size and when it was written. */
	public string $state = '';

	/** The time of the newest file, seconds since 1970. */
	public int $time = 0;

	/** Nanoseconds of hrtime() when it was first seen. */
	public int $since_ns = 0;

	public bool $isWhole = false;

	public function __construct(public readonly int $id, public readonly string $run)
	{
	}

	/** The file that keeps most of it; null: none can be read back. */
	public function best(): ?string
	{
		foreach (Folder::READABLE as $kind) {
			if (isset($this->files[$kind])) {
				return $this->files[$kind];
			}
		}

		return null;
	}
}
