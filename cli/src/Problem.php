<?php
declare(strict_types=1);

namespace XHProf\Cli;

/**
 * An error that the user has to know of, and the advice what to do next.
 *
 * @api
 */
final class Problem extends \Exception
{
	/** @param int $code what callers tell errors apart by: a server's number, or Profile::TOO_LARGE */
	public function __construct(string $message, public readonly string $advice = '', int $code = 0)
	{
		parent::__construct($message, $code);
	}

	/**
	 * The reason alone of an exception of the extension: "it is damaged" of "Could not load a profile from FILE: it is
	 * damaged". Which exception it is says its code.
	 *
	 * @param string $before the word before the colon, because a file's name may have a colon itself
	 */
	public static function reason(\Throwable $e, string $before = ''): string
	{
		return explode("$before: ", $e->getMessage(), 2)[1] ?? $e->getMessage();
	}
}
