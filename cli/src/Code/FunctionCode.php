<?php
declare(strict_types=1);

namespace XHProf\Cli\Code;

/** The source of one function, as far as it is available. */
final class FunctionCode
{
	/** The first and the last line; 0: not known. */
	public readonly int $from;
	public readonly int $to;

	/** A remark that the reader must know; usually empty. */
	public readonly string $note;

	public readonly bool $hasCode;

	/**
	 * @param string|null $file null: it has none
	 * @param int|null $line of its declaration; null: it is code of a file
	 * @param list<int> $ran lines that the run has numbers of, in order
	 */
	public function __construct(private readonly Files $files, string $function, private readonly ?string $file,
		?int $line, array $ran)
	{
		if ($file === null) {
			[$this->from, $this->to, $this->note, $this->hasCode] = [$ran[0] ?? 0, end($ran) ?: 0,
				'it has no file: it is one of PHP\'s own functions, or the run was saved without files', false];
			return;
		}
		$code = $files->of($file);
		$end = $line === null ? $code->count() : $code->declarations()->end($function, $line);
		$isElsewhere = $line !== null && $end === null && Declaration::isDeclared($function);
		$this->hasCode = $code->problem === '' && !$isElsewhere;
		$this->from = $this->hasCode ? $line ?? 1 : $ran[0] ?? $line ?? 0;
		$this->to = $this->hasCode && $end !== null ? $end : max($this->from, ...[0, ...$ran]);
		$this->note = match (true) {
			$code->problem !== '' => "$file: $code->problem",
			$isElsewhere => "$file: line $line does not declare this function any more: the file is another version",
			$code->isChanged => "$file was changed after the run began: these lines may not be those that ran",
			default => '',
		};
	}

	/** The text of a line; empty: there is no code. */
	public function line(int $number): string
	{
		return $this->hasCode && $this->file !== null ? (string) $this->files->of($this->file)->line($number) : '';
	}

	/** All lines, each with a newline at its end. */
	public function text(): string
	{
		$text = '';
		for ($line = $this->from; $line <= $this->to && $this->hasCode; $line++) {
			$text .= $this->line($line) . "\n";
		}

		return $text;
	}
}
