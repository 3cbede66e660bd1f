<?php
declare(strict_types=1);

namespace XHProf\Fleet\Command;

use XHProf\Cli\Help\Reference;
use XHProf\Cli\Package\Package;

/**
 * The commands of this package and their options, as Reference has its own.
 *
 * @phpstan-import-type Option from Package
 * @phpstan-import-type Listed from Package
 */
final class CommandTable
{
	/** Options of commands that compare parts of a store. */
	private const COMPARING = [
		'fail-above' => ['value' => 'PERCENT',
			'text' => 'exit with status 1 if something is slower by more than this. Default: `1%`'],
		'webhook' => ['value' => 'URL', 'text' => 'then post the JSON there, with a `text` for chats; `env:NAME` reads '
			. 'the URL from a variable'],
	];

	private const COMPARING_TOO = [
		'strict' => ['value' => null, 'text' => 'exit with status 3 if it cannot be decided'],
		'by' => ['value' => 'METRIC', 'text' => '`wall` (the default), `cpu`'],
		'markdown' => ['value' => null, 'text' => 'print Markdown'],
		'json' => Reference::JSON,
	];

	/** @var array<string, Listed> */
	public const COMMANDS = [
		'ship' => [
			'synopsis' => '--to URL',
			'summary' => 'send samples to a store continuously',
			'usage' => ['--to URL... [OPTION...]', '--setup --to URL...', '--status [--spool DIR]', '--requeue '
				. '--spool DIR'],
			'about' => 'Samples all processes of this host, adds up the samples by labels, and sends the sums each '
				. 'minute to a store: see docs/fleet.md. Runs as a service until SIGTERM or Ctrl-C.',
			'options' => [
				'to' => ['value' => 'URL', 'text' => 'the destination; repeatable: `clickhouse+https://USER@HOST/DB`, '
					. '`pyroscope+https://HOST`, `xhgui+https://HOST`, `otlp+https://HOST`, `file:DIR`. Passwords and '
					. 'tokens come from `?secret_file=FILE`, `?secret_env=NAME`, or the variable `XHPROF_SHIP_SECRET`'],
				'live-dir' => ['value' => 'DIR', 'text' => 'the folder of the processes\' rings; repeatable. '
					. 'Default: `xhprof.live_dir`'],
				'attach' => ['value' => 'POOL', 'text' => 'read the workers of this pool of php-fpm from outside, as '
					. '[without the module](live.md#without-the-module); repeatable'],
				'service' => ['value' => 'NAME', 'text' => 'the label service. Default: `php`'],
				'env' => ['value' => 'NAME', 'text' => 'the label env: `production`. Default: none'],
				'version' => ['value' => 'NAME', 'text' => 'the tag `version`, unless the program sets it'],
				'version-from' => ['value' => 'PATH', 'text' => 'read the tag `version` from a `composer.json`, a '
					. 'file, or git\'s commit, again after each deployment'],
				'spool' => ['value' => 'DIR', 'text' => 'where batches wait for an unreachable destination, also '
					. 'while the agent is stopped. Default: 16 MiB of memory'],
				'saved-runs' => ['value' => 'DIR', 'text' => 'also send the runs that `xhprof.auto` saves there'],
				'setup' => ['value' => null, 'text' => 'create the tables that the destination needs, and exit'],
				'status' => ['value' => null, 'text' => 'print the state of the agent with this `--spool` or '
					. '`--metrics-file`'],
			],
			'more' => [
				'interval' => Reference::SAMPLING['interval'],
				'clock' => Reference::SAMPLING['clock'],
				'host' => ['value' => 'NAME', 'text' => 'the label host. Default: the host\'s name'],
				'window' => ['value' => 'TIME', 'text' => 'time of one batch, from `1s` to `1h`: the finest time in '
					. 'the store. Default: `60s`'],
				'spool-mb' => ['value' => 'N', 'text' => 'megabytes of the spool; when it is full, the oldest batch '
					. 'is dropped and counted. Default: 256'],
				'saved-runs-keep' => ['value' => 'KEEP', 'text' => '`yes` (the default), or `no`: remove runs once '
					. 'they are in the spool'],
				'metrics-file' => ['value' => 'FILE', 'text' => 'counters for Prometheus\' node_exporter: '
					. '`/var/lib/node_exporter/ship.prom`'],
				'requeue' => ['value' => null, 'text' => 'requeue the batches that destinations refused; stop the '
					. 'agent first'],
				'json' => ['value' => null, 'text' => 'with `--status`: print one JSON object'],
			],
		],
		'watch' => [
			'synopsis' => 'URL',
			'summary' => 'what a release made slower',
			'usage' => ['URL [--fail-above PERCENT] [OPTION...]'],
			'about' =>
				'Compares each release in a ClickHouse with the one before, by route and function: docs/fleet.md.',
			'options' => [...self::COMPARING, ...self::COMPARING_TOO],
		],
		'check' => [
			'synopsis' => 'URL',
			'summary' => 'what is slower than a week ago',
			'usage' => ['URL [--against AGE] [OPTION...]'],
			'about' => 'Compares a period with an earlier one, as `watch` compares releases.',
			'options' => ['against' => ['value' => 'AGE', 'text' => 'how much earlier. Default: `1w`'],
				...self::COMPARING, ...self::COMPARING_TOO],
		],
	];

	/** @var array<string, array<string, Option>> */
	public const SHARED = ['Comparing releases' => self::COMPARING];
}
