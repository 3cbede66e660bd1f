<?php
declare(strict_types=1);

namespace XHProf\Cli\Mcp;

use XHProf\Cli\JsonName;
use XHProf\Cli\Terminal\Output;

/** Messages of JSON-RPC, one a line: from the standard input, to the standard output. */
final class Messages
{
	/** A longer line is dropped. */
	private const BYTES = 4 << 20;

	private string $begun = '';

	private bool $isOver = false;

	/** @var list<string> lines that nobody took */
	private array $lines = [];

	/** @param resource $input */
	public function __construct(private $input)
	{
		stream_set_blocking($input, false);
	}

	/** The next line; NULL: the input has ended. */
	public function next(): ?string
	{
		while ($this->lines === [] && !$this->isOver) {
			$this->read(3600);
		}

		return array_shift($this->lines);
	}

	/**
	 * Offers the lines that have arrived meanwhile.
	 *
	 * @param callable(string $line): bool $takes those for which it is true are gone
	 */
	public function look(callable $takes): void
	{
		$this->read(0);
		$this->lines = array_values(array_filter($this->lines, static fn (string $line): bool => !$takes($line)));
	}

	/** @param array<mixed> $message */
	public function send(array $message): void
	{
		$this->isOver = !Output::write(JsonName::encode($message) . "\n") || $this->isOver;
	}

	private function read(int $seconds): void
	{
		$ready = [$this->input];
		$none = [];
		if ($this->isOver || @stream_select($ready, $none, $none, $seconds) < 1) {
			return;
		}
		$this->begun .= (string) fread($this->input, 65536);
		$parts = explode("\n", $this->begun);
		$this->begun = (string) array_pop($parts);
		if (strlen($this->begun) > self::BYTES) {
			$this->begun = '';
		}
		array_push($this->lines, ...array_filter($parts, static fn (string $line): bool => trim($line) !== ''));
		$this->isOver = feof($this->input);
	}
}
