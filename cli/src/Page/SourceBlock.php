<?php
declare(strict_types=1);

namespace XHProf\Cli\Page;

use XHProf\Cli\Code\Files;
use XHProf\Cli\Code\FunctionCode;
use XHProf\Cli\Code\Lines;
use XHProf\Cli\JsonName;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;
use XHProf\Profile;

/** The source of the functions whose lines a run has, for a page. It is included only if the user requests it. */
final class SourceBlock
{
	/** The limit for all functions together. Those that cost most come first. */
	private const MOST_BYTES = 4 << 20;

	/** @var array<string, array{from: int, text: string, note: string}> by function */
	private array $code = [];

	/** @var array<string, true> that it is taken from */
	private array $files = [];

	private int $lines = 0;
	private int $left = 0;

	public function __construct(Profile $run, Files $files)
	{
		$known = new Lines($run);
		$functions = $run->functions();
		uasort($functions, static fn (array $a, array $b): int => $b['wall_ns'] <=> $a['wall_ns']);
		$bytes = 0;
		foreach (array_intersect_key($functions, array_flip($known->functions())) as $name => $row) {
			$code = new FunctionCode($files, (string) $name, $row['file'], $row['line'],
				array_keys($known->of([(string) $name])));
			$text = $code->text();
			if ($bytes + strlen($text) > self::MOST_BYTES) {
				$this->left++;
				continue;
			}
			$bytes += strlen($text);
			$this->code[(string) $name] = ['from' => $code->from, 'text' => $text, 'note' => $code->note];
			if ($text !== '') {
				$this->lines += substr_count($text, "\n");
				$this->files[(string) $row['file']] = true;
			}
		}
	}

	/** A warning about the code in the page, for users who pass the page on. */
	public function text(): string
	{
		$functions = count(array_filter(array_column($this->code, 'text'),
			static fn (string $text): bool => $text !== ''));
		$notes = array_values(array_unique(array_filter(array_column($this->code, 'note'),
			static fn (string $note): bool => $note !== '')));
		$text = 'source: ' . Units::of($this->lines, 'line') . ' of ' . Units::of($functions, 'function') . ' in '
			. Units::of(count($this->files), 'file') . " are in the page\n";
		foreach (array_slice($notes, 0, 5) as $note) {
			$text .= '        ' . Text::plain($note) . "\n";
		}

		return $text . (count($notes) > 5 ? '        and ' . (count($notes) - 5) . " more like these\n" : '')
			. ($this->left > 0 ? "        without $this->left functions beyond 4 MiB of source\n" : '');
	}

	/** @return array{functions: int, lines: int, files: int, left_out: int} */
	public function data(): array
	{
		return ['functions' => count($this->code), 'lines' => $this->lines, 'files' => count($this->files),
			'left_out' => $this->left];
	}

	/**
	 * The source of functions, with the row that each has in the page.
	 *
	 * @param list<string> $names of functions in the page
	 */
	public function json(array $names): string
	{
		$rows = ['function' => [], 'from' => [], 'text' => [], 'note' => []];
		$code = [];
		foreach ($this->code as $name => $one) {
			$code[JsonName::text((string) $name)] = $one;
		}
		foreach ($names as $i => $name) {
			if (isset($code[$name])) {
				$rows['function'][] = $i;
				$rows['from'][] = $code[$name]['from'];
				$rows['text'][] = $code[$name]['text'];
				$rows['note'][] = $code[$name]['note'];
			}
		}

		return JsonName::encode($rows);
	}
}
