<?php
declare(strict_types=1);

namespace XHProf\Fleet;

use XHProf\Cli\Package\Package;
use XHProf\Cli\Package\RunStore;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Fleet\Command\CommandTable;
use XHProf\Fleet\Command\ShipCommand;
use XHProf\Fleet\Command\WatchCommand;

/** This package's additions to the command xhprof: `ship`, `watch`, `check`, and stores as places of runs. */
final class FleetPackage implements Package
{
	public function commands(): array
	{
		return CommandTable::COMMANDS;
	}

	public function shared(): array
	{
		return CommandTable::SHARED;
	}

	public function run(string $command, Arguments $arguments, Terminal $log, Terminal $output): int
	{
		return $command === 'ship' ? (new ShipCommand($arguments, $log))->run()
			: (new WatchCommand($command, $arguments, $output))->run();
	}

	public function store(): RunStore
	{
		return new FleetStore();
	}
}
