<?php
/**
 * A terminal's screen as a picture: text with ANSI colours, as `tmux capture-pane -e -p` prints it, to SVG.
 *
 *     tmux capture-pane -e -p | php tools/ansi-svg.php TITLE >screen.svg
 *
 * The picture has its own dark background, so that it is readable on a light and on a dark page.
 */

declare(strict_types=1);

const CELL = 8.0; // width of a character, in the picture's units
const LINE = 18;
const SIZE = 13.3;
const MARGIN = 16;
const BAR = 30; // the window's title

const FOREGROUND = '#d6dde6';
const DIM = '#8d99a8';
/** Colours of SGR 30 to 37; 90 to 97 are drawn alike. */
const COLOURS = ['#8d99a8', '#ff7b72', '#7ee787', '#e3b341', '#79c0ff', '#d2a8ff', '#76e3ea', '#f0f6fc'];

/** How the characters that follow look. */
final class Look
{
	public string $colour = FOREGROUND;
	public bool $isBold = false;
	public bool $isDim = false;
	public bool $isReverse = false;

	/** @param string $codes the numbers of an SGR sequence */
	public function apply(string $codes): void
	{
		foreach (explode(';', $codes) as $code) {
			match (true) {
				(int) $code === 0 => $this->reset(),
				$code === '1' => $this->isBold = true,
				$code === '2' => $this->isDim = true,
				$code === '22' => $this->isBold = $this->isDim = false,
				$code === '7' => $this->isReverse = true,
				$code === '27' => $this->isReverse = false,
				$code === '39' => $this->colour = FOREGROUND,
				$code >= 30 && $code <= 37, $code >= 90 && $code <= 97 => $this->colour = COLOURS[$code % 10],
				default => null,
			};
		}
	}

	public function fill(): string
	{
		return $this->isReverse ? '#0d1117' : ($this->isDim ? DIM : $this->colour);
	}

	private function reset(): void
	{
		$this->colour = FOREGROUND;
		$this->isBold = $this->isDim = $this->isReverse = false;
	}
}

/** One line at its place; the look goes on from line to line. */
function line(string $line, int $y, Look $look): string
{
	$svg = '';
	$column = 0;
	foreach (preg_split('/(\e\[[\d;]*m)/', $line, -1, PREG_SPLIT_DELIM_CAPTURE) as $part) {
		if (preg_match('/^\e\[([\d;]*)m$/', $part, $match)) {
			$look->apply($match[1]);
			continue;
		}
		// Each word has its own place: so columns stand below one another in any font.
		preg_match_all('/\S+(?: \S+)*/u', $part, $words, PREG_OFFSET_CAPTURE);
		$width = mb_cells($part);
		if ($look->isReverse && $part !== '') {
			$svg .= rectangle($column, $y, $width);
		}
		foreach ($words[0] as [$word, $offset]) {
			$svg .= word($word, $column + mb_cells(substr($part, 0, $offset)), $y, $look);
		}
		$column += $width;
	}

	return $svg;
}

function mb_cells(string $text): int
{
	return (int) preg_match_all('/./u', $text);
}

function rectangle(int $column, int $y, int $width): string
{
	return sprintf("<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%d\" fill=\"%s\"/>\n",
		MARGIN + $column * CELL, $y - LINE + 4.5, $width * CELL, LINE, FOREGROUND);
}

function word(string $word, int $column, int $y, Look $look): string
{
	$fill = $look->fill() === FOREGROUND ? '' : " fill=\"{$look->fill()}\"";

	return sprintf("<text x=\"%g\" y=\"%d\" textLength=\"%g\"%s%s>%s</text>\n", MARGIN + $column * CELL, $y,
		mb_cells($word) * CELL, $fill, $look->isBold ? ' font-weight="700"' : '', htmlspecialchars($word, ENT_XML1));
}

$lines = explode("\n", rtrim((string) stream_get_contents(STDIN)));
$columns = max(
	array_map(static fn (string $line): int => mb_cells((string) preg_replace('/\e\[[\d;]*m/', '', $line)), $lines));
$width = (int) ceil(2 * MARGIN + $columns * CELL);
$height = BAR + 2 * MARGIN + (count($lines) - 1) * LINE + 4;
$inner = [$width - 2, $height - 2];
$title = htmlspecialchars($argv[1] ?? 'terminal', ENT_XML1);

echo <<<END_OF_SVG
	<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 $width $height" width="$width" height="$height" role="img" aria-label="$title">
	<rect x="1" y="1" width="$inner[0]" height="$inner[1]" rx="8" fill="#0d1117" stroke="#3d444d"/>
	<circle cx="20" cy="16" r="5" fill="#ff7b72"/><circle cx="37" cy="16" r="5" fill="#e3b341"/><circle cx="54" cy="16" r="5" fill="#7ee787"/>

	END_OF_SVG;
printf('<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,\'DejaVu Sans Mono\',\'Liberation '
	. 'Mono\',monospace" font-size="%g"' . " fill=\"%s\">\n", SIZE, FOREGROUND);
$look = new Look();
foreach ($lines as $i => $line) {
	echo line($line, BAR + MARGIN + 8 + $i * LINE, $look);
}
echo "</g>\n</svg>\n";
