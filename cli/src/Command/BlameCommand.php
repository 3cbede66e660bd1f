<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Live\Absence;
use XHProf\Cli\Live\Blame;
use XHProf\Cli\Live\Databases;
use XHProf\Cli\Live\Target;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\Signals;
use XHProf\Cli\View\BlameView;

/** xhprof blame: who is to blame for the time of live processes. */
final class BlameCommand extends Command
{
	/** Often enough to see who holds a lock before it is released. */
	private const TICK_US = 200_000;

	private int $signal = 0;

	public function run(): int
	{
		$duration_ns = $this->arguments->duration('duration', '30s', 's', 1_000_000_000, 86_400_000_000_000);
		$limit = $this->arguments->number('limit', 25, 1);
		$target = Target::of($this->arguments->rest, 'xhprof blame [TARGET]', true, true);
		$databases = Databases::of($this->arguments);
		$blame = new Blame($target, Target::interval($this->arguments, '10ms'), $databases);
		Signals::catchEnd(function (int $number): void {
			$this->signal = $number;
		});
		$this->follow($blame, hrtime(true) + $duration_ns, new Absence($target, $this->arguments->has('duration')));
		if ($blame->samples() === 0) {
			$refused = $blame->refused();
			throw $refused === []
				? new Problem('nothing was sampled: no process of ' . $target->name() . ' ran a request',
					'--duration TIME watches for longer')
				: new Problem('nothing was sampled: ' . array_key_first($refused), (string) reset($refused));
		}
		$view = new BlameView($blame, $this->terminal, $target->name());
		$databases->warn();

		return $this->answer('blame', fn () => $view->data($limit), fn () => $view->text($limit));
	}

	private function follow(Blame $blame, int $end, Absence $absence): void
	{
		try {
			$blame->tick();
			$absence->tick($blame->count() > 0, $blame->refused());
			while ($this->signal === 0 && ($left = $end - hrtime(true)) > 0) {
				usleep((int) min(self::TICK_US, $left / 1000 + 1)); // a signal ends it
				$blame->tick();
				$absence->tick($blame->count() > 0, $blame->refused());
			}
		} finally {
			$blame->release();
		}
		$blame->tick();
	}
}
