<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Live\Rings;
use XHProf\Cli\Live\Target;
use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Json;
use XHProf\Cli\Terminal\Output;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Units;
use XHProf\Ring;

/** xhprof arm: the next requests of processes are profiled whole, and saved. */
final class ArmCommand extends Command
{
	private readonly Target $target;
	private readonly int $requests;
	private readonly string $uri;

	public function __construct(Arguments $arguments, Terminal $terminal)
	{
		parent::__construct($arguments, $terminal);
		$this->target = Target::of($arguments->rest, 'xhprof arm [TARGET] --requests N [--uri PATTERN]');
		$this->requests = $arguments->number('requests', 1, 0, 1000);
		$this->uri = $arguments->value('uri', '');
		if (strlen($this->uri) >= 200) {
			throw new Problem('--uri is too long', 'a pattern has 199 bytes at most; * stands for any text');
		}
		if (str_contains($this->uri, '?')) {
			throw new Problem("--uri $this->uri has a query", 'arm compares paths: leave out the ? and what follows');
		}
	}

	public function run(): int
	{
		$rings = new Rings($this->target->doubt());
		$armed = [];
		foreach ($rings->open($this->target->files(), [], static fn (Ring $ring): Ring => $ring) as $file => $ring) {
			$rings->send($file, function () use ($ring, &$armed): bool {
				$isThere = $ring->control(['arm' => ['requests' => $this->requests, 'uri' => $this->uri]]);
				$armed = [...$armed, ...($isThere ? [$ring->status()['pid']] : [])];

				return $isThere;
			});
		}
		$refused = array_values($rings->lines());
		if ($armed === []) {
			throw $refused === [] ? new Problem('no process is left in ' . $this->target->name())
				: new Problem($refused[0]);
		}
		Output::write($this->arguments->has('json') ? Json::encode('arm',
			['requests' => $this->requests, 'uri' => $this->uri, 'pids' => $armed, 'refused' => $refused], 0)
			: $this->text(count($armed), $refused));

		return ExitStatus::OK;
	}

	/** @param list<string> $refused */
	private function text(int $count, array $refused): string
	{
		$processes = Units::of($count, 'process', 'processes');
		$text = $this->requests === 0 ? "$processes disarmed\n"
			: "$processes armed: each saves its next "
			. ($this->requests === 1 ? 'request' : "$this->requests requests")
			. ($this->uri === '' ? '' : " of $this->uri") . " in its xhprof.output_dir; xhprof list shows them\n";

		return $text . implode('', array_map(static fn (string $why): string => "not armed: $why\n", $refused));
	}
}
