<?php
declare(strict_types=1);

namespace XHProf\Cli\Package;

use XHProf\Cli\Problem;

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
	 * Answers by Reply, whose headers are sent.
	 *
	 * @param string $path without the token: "", "diff"
	 * @return bool false: no such page, and nothing was sent
	 * @throws Problem whose text is sent with status 404 if its code is MISSING, else 422
	 */
	public function show(string $path): bool;
}
