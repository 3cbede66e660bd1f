<?php
declare(strict_types=1);

namespace XHProf\Cli\Page;

/** One of the runs or snapshots that a page shows. */
interface PagePart
{
	/**
	 * The run in the head of the page, but for its "blocks".
	 *
	 * @return array<string, mixed>
	 */
	public function head(): array;

	/** @return iterable<string, string> names of blocks without their letter, to base64 */
	public function blocks(): iterable;
}
