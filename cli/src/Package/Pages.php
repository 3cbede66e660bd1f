<?php
declare(strict_types=1);

namespace XHProf\Cli\Package;

/**
 * The pages below the token: those of a folder, or of a store.
 *
 * @api
 */
interface Pages
{
	/** The code of a Problem that a thing is not there. */
	public const MISSING = 404;

	/**
	 * Answers.
	 *
	 * @param string $path without the token: "", "diff"
	 * @return bool false: no such page
	 */
	public function show(string $path): bool;
}
