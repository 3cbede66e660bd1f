<?php
declare(strict_types=1);

namespace XHProf\Cli\Saved;

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\Duration;
use XHProf\Cli\Terminal\Pattern;
use XHProf\Cli\Terminal\TimeExpression;

/**
 * Chooses runs of a folder, by --uri, --host, --slower-than, --since, --status and --trace.
 *
 * @api
 */
final class Filter
{
	private readonly ?string $uri;
	private readonly ?string $host;
	private ?int $slower_ns = null;
	private ?string $status = null;
	private ?string $trace = null;

	/** Unix time; older runs are left out without being opened. */
	public int $since = 0;

	/** The number of runs that do not have the facts which the filter asks for. */
	public int $silent = 0;

	/**
	 * @param array<string, ?string> $wanted by the names of the options
	 * @throws Problem if one of them is not what it should be
	 */
	public function __construct(array $wanted)
	{
		$this->uri = $wanted['uri'] ?? null;
		$this->host = $wanted['host'] ?? null;
		$slower = $wanted['slower-than'] ?? null;
		$this->slower_ns = $slower === null ? null : Duration::of('--slower-than', $slower, 'ms');
		$since = $wanted['since'] ?? null;
		$this->since = $since === null ? 0 : TimeExpression::of('--since', $since, time());
		$this->status = self::statusPattern($wanted['status'] ?? null);
		$trace = $wanted['trace'] ?? null;
		$this->trace = $trace === null ? null : TraceId::read($trace);
	}

	/** @throws Problem as the constructor does */
	public static function of(Arguments $arguments): self
	{
		return new self(['uri' => $arguments->value('uri'), 'host' => $arguments->value('host'),
			'slower-than' => $arguments->value('slower-than'), 'since' => $arguments->value('since'),
			'status' => $arguments->value('status'), 'trace' => $arguments->value('trace')]);
	}

	/** True if runs are chosen by their contents. */
	public function looksInside(): bool
	{
		return $this->uri !== null || $this->host !== null || $this->slower_ns !== null || $this->status !== null
			|| $this->trace !== null;
	}

	/** True if it chooses all runs. */
	public function isEmpty(): bool
	{
		return !$this->looksInside() && $this->since === 0;
	}

	/**
	 * True if it chooses the run with these facts, as Folder::facts() has them. Counts it in $silent otherwise, if that
	 * is because facts are missing.
	 *
	 * @param array{uri: ?string, host: ?string, status: ?int, wall_ns: ?int, trace: ?string, damaged: bool, ...} $facts
	 */
	public function admits(array $facts): bool
	{
		$known = ($this->uri === null || $facts['uri'] !== null) && ($this->host === null || $facts['host'] !== null)
			&& ($this->slower_ns === null || $facts['wall_ns'] !== null)
			&& ($this->status === null || $facts['status'] !== null);
		$this->silent += $known || $facts['damaged'] ? 0 : 1;

		return $known && ($this->uri === null || self::isUri($this->uri, (string) $facts['uri']))
			&& ($this->host === null || Pattern::isName($this->host, (string) $facts['host']))
			&& ($this->slower_ns === null || $facts['wall_ns'] >= $this->slower_ns)
			&& ($this->status === null || preg_match($this->status, (string) $facts['status']) === 1)
			&& ($this->trace === null || $facts['trace'] === $this->trace);
	}

	/** True if the pattern, "/cart*", matches the URI, or what is before its query. */
	public static function isUri(string $pattern, string $uri): bool
	{
		return Pattern::isText($pattern, $uri) || Pattern::isText($pattern, explode('?', $uri, 2)[0]);
	}

	/** "5xx", "404", "500,503". */
	private static function statusPattern(?string $text): ?string
	{
		if ($text === null) {
			return null;
		}
		$one = '(?:[1-5][\dx]{2}|\d\d?)'; // a status of HTTP, or the exit status of a command
		if (preg_match("/^$one(?:,$one)*$/D", $text) !== 1) {
			throw new Problem("--status takes a status, not \"$text\"",
				'write it like 404, 5xx or 500,503; of HTTP it is 100 to 599');
		}

		return '/^(?:' . strtr($text, [',' => '|', 'x' => '\d']) . ')$/D';
	}
}
