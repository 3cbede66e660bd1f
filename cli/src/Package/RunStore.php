<?php
declare(strict_types=1);

namespace XHProf\Cli\Package;

use XHProf\Cli\Problem;
use XHProf\Cli\Saved\Filter;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Profile;

/**
 * Runs that have a URL in place of a file. Each method throws a Problem if the URL is not that of such a store.
 *
 * @api
 */
interface RunStore
{
	/** The sum of the runs that the URL chooses. */
	public function load(string $url): Profile;

	/** The run's title for people: "shop route=/cart, the last 1h". */
	public function title(string $url): string;

	/** The stem of a file's name: "shop-cart-1h". */
	public function stem(string $url): string;

	/** The URL without query and credentials. */
	public function name(string $url): string;

	/** The URL with the filter's conditions added. */
	public function with(string $url, Filter $filter): string;

	/** Runs `xhprof list URL`, and returns the exit status. */
	public function list(Arguments $arguments, Terminal $output): int;

	/**
	 * Asks the store whether it can be read.
	 *
	 * @throws Problem if not
	 */
	public function check(string $url): void;

	/** The pages of `xhprof serve URL`. */
	public function pages(string $url): Pages;
}
