<?php
declare(strict_types=1);

namespace XHProf\Fleet;

use XHProf\Cli\Package\Pages;
use XHProf\Cli\Package\RunStore;
use XHProf\Cli\Saved\Filter;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Fleet\Command\StoreListCommand;
use XHProf\Fleet\Serve\StorePages;
use XHProf\Fleet\Store\Selection;
use XHProf\Fleet\Store\Stores;
use XHProf\Profile;

/** Stores as places of runs, for all commands that take runs. */
final class FleetStore implements RunStore
{
	public function load(string $url): Profile
	{
		return Stores::profile(Stores::of($url), Selection::of($url, time()));
	}

	public function title(string $url): string
	{
		return Selection::of($url, time())->title();
	}

	public function stem(string $url): string
	{
		return substr(trim((string) preg_replace('/[^\w.]+/', '-', str_replace('the last ', '', $this->title($url))),
			'-'), 0, 100);
	}

	public function name(string $url): string
	{
		return Stores::name($url);
	}

	public function with(string $url, Filter $filter): string
	{
		return Stores::with($url, $filter);
	}

	public function list(Arguments $arguments, Terminal $output): int
	{
		return (new StoreListCommand($arguments, $output))->run();
	}

	public function check(string $url): void
	{
		Selection::of($url, time());
		Stores::of($url)->check();
	}

	public function pages(string $url): Pages
	{
		return new StorePages($url);
	}
}
