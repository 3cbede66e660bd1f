<?php
/**
 * Writes random programs that count each of their lines, runs them with exact lines, and compares the hits of each
 * line; and no line may have more time than its function.
 *
 * Usage: php lines.php DIR FIRST LAST: seeds
 *
 * A line that can run has one call of hit(), whose argument is the line. A statement that PHP compiles to a jump shares
 * its line with another one: opcache's optimizer removes jumps.
 */
final class GenerateLines
{
	private const DEPTH = 3;

	/** @var list<string> */
	private array $lines = ['<?php'];
	private int $seed = 0;
	private int $fresh = 0;
	private bool $isGenerator = false;
	/** @var list<string> what "break" leaves, the outermost first */
	private array $loops = [];

	/** @return list<string> */
	public static function functions(int $seed): array
	{
		return ["f0s$seed", "f1s$seed", "f2s$seed", "g0s$seed", "g1s$seed"];
	}

	public function program(int $seed): string
	{
		mt_srand($seed);
		$this->seed = $seed;
		foreach (self::functions($seed) as $name) {
			$this->isGenerator = $name[0] === 'g';
			$this->line("function $name(int \$n, int \$d = 0)");
			$this->line('{');
			$this->block(0, mt_rand(2, 6));
			$this->isGenerator ? $this->line("yield {$this->hit()};") : $this->line("return {$this->hit()};");
			$this->line('}');
		}

		return implode("\n", $this->lines) . "\n";
	}

	private function line(string $text): void
	{
		$this->lines[] = str_replace('LINE', (string) (count($this->lines) + 1), $text);
	}

	/** A call that counts the line on which it comes to stand. */
	private function hit(): string
	{
		return 'hit(LINE, ' . ['$n', '$d', (string) mt_rand(0, 4), '$n + 1'][mt_rand(0, 3)] . ')';
	}

	private function condition(): string
	{
		return $this->hit() . ' % ' . mt_rand(2, 3) . ['', ' === 0', ' > 0', ' === 1'][mt_rand(0, 3)];
	}

	private function block(int $depth, int $count): void
	{
		for ($i = 0; $i < $count; $i++) {
			$this->statement($depth);
		}
	}

	private function statement(int $depth): void
	{
		$kinds = ['plain', 'plain', 'lines', 'chain', 'call'];
		if ($depth < self::DEPTH) {
			array_push($kinds, 'if', 'if', 'switch', 'match', 'foreach', 'for', 'while', 'doWhile', 'try', 'ternary',
				'branches', 'fiber', 'alternative', 'leave');
		}
		$this->{$kinds[array_rand($kinds)]}($depth);
	}

	private function plain(int $depth): void
	{
		$this->line(['$n = ' . $this->hit() . ' & 7;', $this->hit() . ';', '$a[] = ' . $this->hit() . ';',
			'$n += ' . $this->hit() . ' & 3;', "\$s = \"x{\$n} {\$d}\" . {$this->hit()};",
			'$b = [' . $this->hit() . ', $n];', 'echo ' . $this->hit() . " > 99 ? 'x' : '';"][mt_rand(0, 6)]);
	}

	/** A statement of several lines, each with a call. */
	private function lines(int $depth): void
	{
		switch (mt_rand(0, 3)) {
			case 0:
				$this->line("\$n = min({$this->hit()},");
				$this->line("{$this->hit()},");
				$this->line("{$this->hit()});");
				break;
			case 1:
				$this->line("\$b = [{$this->hit()},");
				$this->line("'k' => {$this->hit()},");
				$this->line("{$this->hit()}];");
				break;
			case 2:
				$this->line("\$n = ({$this->hit()}");
				$this->line("+ {$this->hit()}");
				$this->line("+ {$this->hit()}) & 7;");
				break;
			default:
				$this->line("\$n = max({$this->hit()}, {$this->once()},");
				$this->line("{$this->hit()}) + {$this->once()};");
		}
	}

	/** A second call on a line, which counts once. */
	private function once(): string
	{
		return 'strlen((string) $n)';
	}

	private function chain(int $depth): void
	{
		$this->line("\$n = (new Chain({$this->hit()}))");
		$this->line("->add({$this->hit()})");
		$this->line("->add({$this->hit()})->get();");
	}

	private function call(int $depth): void
	{
		if (mt_rand(0, 1)) {
			$this->line('$n = $d < 2 ? f' . mt_rand(0, 2)
				. "s{$this->seed}({$this->hit()} & 3, \$d + 1) & 7 : {$this->hit()};");
			return;
		}
		$this->line('$l = $d < 2 ? g' . mt_rand(0, 1)
			. "s{$this->seed}({$this->hit()} & 3, \$d + 1) : [{$this->hit()}];");
		$this->line('foreach (new Counted(LINE, $l) as $x) {');
		$this->line("\$n = {$this->hit()} & 7;");
		$this->line('}');
	}

	private function if(int $depth): void
	{
		$this->line("if ({$this->condition()}) {");
		$this->block($depth + 1, mt_rand(0, 2));
		for ($i = mt_rand(0, 2); $i > 0; $i--) {
			$this->line("} elseif ({$this->condition()}) {");
			$this->block($depth + 1, mt_rand(0, 2));
		}
		if (mt_rand(0, 1)) {
			$this->line('} else {');
			$this->block($depth + 1, mt_rand(0, 2));
		}
		$this->line('}');
	}

	private function alternative(int $depth): void
	{
		$this->line("if ({$this->condition()})");
		$this->plain($depth);
		$this->line('else');
		$this->plain($depth);
	}

	private function switch(int $depth): void
	{
		$kind = mt_rand(0, 2);
		$this->line(['switch (' . $this->hit() . ') {', "switch ('k' . {$this->hit()}) {",
			"\$v = {$this->hit()}; switch (\$v) {"][$kind]);
		$this->loops[] = 'switch';
		// With a variable and one label, the optimizer makes it an "if".
		for ($i = mt_rand($kind === 2 ? 2 : 1, 6); $i > 0; $i--) {
			$label = $kind === 1 ? "'k$i'" : (string) $i;
			if (mt_rand(0, 3) === 0) {
				$this->line("case $label: {$this->hit()}; break;");
				continue;
			}
			$this->line("case $label:");
			$this->block($depth + 1, mt_rand(0, 2));
			if (mt_rand(0, 1)) {
				$this->line("{$this->hit()}; break;");
			}
		}
		if (mt_rand(0, 1)) {
			$this->line('default:');
			$this->block($depth + 1, mt_rand(0, 2));
		}
		array_pop($this->loops);
		$this->line('}');
	}

	private function match(int $depth): void
	{
		$isComputed = mt_rand(0, 3) === 0;
		$form = mt_rand(0, 2);
		$this->line(['$n = match (', 'passes(match (', 'match ('][$form]
			. ($isComputed ? "{$this->hit()} > 2" : $this->hit()) . ') {');
		for ($i = mt_rand(1, 7); $i > 0; $i--) {
			$this->line($isComputed ? "{$this->hit()} > 3 => \$n & $i,"
				: (mt_rand(0, 1) ? "$i" : "$i, 1$i") . " => {$this->hit()},");
		}
		$this->line("default => {$this->hit()},");
		$this->line(['};', '});', '};'][$form]);
	}

	private function foreach(int $depth): void
	{
		$x = '$x' . $this->fresh++;
		$this->loops[] = 'loop';
		$this->line("\$l = [1, 2, {$this->hit()}];");
		$this->line("foreach (new Counted(LINE, \$l) as $x) {");
		$this->block($depth + 1, mt_rand(0, 2));
		$this->line('}');
		array_pop($this->loops);
	}

	private function for(int $depth): void
	{
		$i = '$i' . $this->fresh++;
		$this->loops[] = 'loop';
		$this->line("for ($i = 0; hit(LINE, $i) < 2; $i++) {");
		$this->block($depth + 1, mt_rand(0, 2));
		$this->line("{$this->hit()};");
		$this->line('}');
		array_pop($this->loops);
	}

	private function while(int $depth): void
	{
		$i = '$i' . $this->fresh++;
		$this->loops[] = 'loop';
		$this->line("$i = {$this->hit()} & 3;");
		$this->line("while (hit(LINE, {$i}++) < 3) {");
		$this->block($depth + 1, mt_rand(0, 2));
		$this->line('}');
		array_pop($this->loops);
	}

	private function doWhile(int $depth): void
	{
		$i = '$i' . $this->fresh++;
		$this->loops[] = 'loop';
		$this->line("$i = {$this->hit()} & 1;");
		$this->line('do {');
		$this->block($depth + 1, mt_rand(0, 2));
		$this->line("} while (hit(LINE, {$i}++) < 2);");
		array_pop($this->loops);
	}

	private function try(int $depth): void
	{
		$this->line('try {');
		$this->block($depth + 1, mt_rand(1, 2));
		if (mt_rand(0, 1)) {
			$this->line("if ({$this->condition()}) {");
			$this->line("throw new Exception((string) {$this->hit()});");
			$this->line('}');
		}
		$form = mt_rand(0, 2);
		if ($form !== 1) {
			$this->line('} catch (Exception $e) {');
			$this->line("{$this->hit()}; count_line(LINE - 1);");
			$this->block($depth + 1, mt_rand(0, 2));
		}
		if ($form !== 0) {
			$this->line('} finally {');
			$loops = $this->loops;
			$this->loops = []; // which it must not leave
			$this->block($depth + 1, mt_rand(1, 2));
			$this->loops = $loops;
		}
		$this->line('}');
	}

	private function ternary(int $depth): void
	{
		$this->line("\$n = {$this->condition()}");
		$this->line("? {$this->hit()}");
		$this->line(": {$this->hit()};");
	}

	private function branches(int $depth): void
	{
		$this->line(['$t = ', 'passes('][$form = mt_rand(0, 1)] . $this->condition());
		$this->line(['&& ', '|| '][mt_rand(0, 1)] . $this->condition());
		$this->line(['&& ', '|| '][mt_rand(0, 1)] . $this->condition() . [';', ');'][$form]);
	}

	private function fiber(int $depth): void
	{
		$this->line("Fiber::getCurrent() === null ? in_fiber('f1s{$this->seed}', "
			. "{$this->hit()}) : Fiber::suspend({$this->hit()});");
	}

	private function leave(int $depth): void
	{
		$ways = ["return {$this->hit()};"];
		if ($this->isGenerator) {
			$ways = ["\$n = (yield {$this->hit()}) ?? 1;", "yield {$this->hit()};", ...$ways];
		}
		if ($this->loops !== []) {
			array_push($ways, "{$this->hit()}; break;",
				"{$this->hit()}; " . (end($this->loops) === 'switch' ? 'break;' : 'continue;'));
		}
		$this->line("if ({$this->condition()}) {");
		$this->line($ways[array_rand($ways)]);
		$this->line('}');
	}
}

final class Chain
{
	public function __construct(private int $sum)
	{
	}

	public function add(int $n): self
	{
		$this->sum += $n;
		return $this;
	}

	public function get(): int
	{
		return $this->sum & 7;
	}
}

/** Counts how often "foreach" fetches an element. */
final class Counted extends IteratorIterator
{
	public function __construct(private int $line, iterable $of)
	{
		parent::__construct(is_array($of) ? new ArrayIterator($of) : $of);
	}

	public function rewind(): void
	{
		count_line($this->line);
		parent::rewind();
	}

	public function next(): void
	{
		count_line($this->line);
		parent::next();
	}
}

final class TooLong extends Error
{
}

/** @var array<int, int> how often each line ran */
$counts = [];

function count_line(int $line): void
{
	global $counts;
	$counts[$line] = ($counts[$line] ?? 0) + 1;
	if ($counts[$line] > 3000) {
		throw new TooLong();
	}
}

function hit(int $line, int $value): int
{
	count_line($line);
	return $value;
}

function passes(mixed $value): mixed
{
	return $value;
}

function in_fiber(string $function, int $n): void
{
	$fiber = new Fiber($function);
	$fiber->start($n & 3, 2);
	while (!$fiber->isTerminated()) {
		$fiber->resume(1);
	}
}

/** The calls; they may throw. */
function main(int $seed): void
{
	foreach (GenerateLines::functions($seed) as $i => $function) {
		try {
			$result = $function($i, 0);
			foreach (is_int($result) ? [] : $result as $value);
		} catch (Exception) {
		}
	}
}

/** @return list<string> what differs */
function differences(XHProf\Profile $run): array
{
	global $counts;
	$found = $differences = $times = [];
	foreach ($run->lines() as $row) {
		$found[$row['line']] = $row['ct'];
		$times[$row['function']] = max($times[$row['function']] ?? 0, $row['wall_ns']);
	}
	foreach ($found + $counts as $line => $count) {
		$wanted = $counts[$line] ?? 0;
		$count = $found[$line] ?? 0;
		if ($count !== $wanted) {
			$differences[$line] = "line $line: $count hits, it ran $wanted times";
		}
	}
	foreach ($times as $function => $time_ns) {
		if ($time_ns > $run->functions()[$function]['wall_ns']) {
			$differences[] = "a line of $function has $time_ns ns, more than the function";
		}
	}
	ksort($differences);

	return array_values($differences);
}

[, $dir, $first, $last] = $argv;
$skipped = $lines = 0;
for ($seed = (int) $first; $seed <= (int) $last; $seed++) {
	$file = "$dir/lines$seed.php";
	file_put_contents($file, (new GenerateLines())->program($seed));
	require $file;
	$counts = [];
	xhprof_enable(XHPROF_FLAGS_NO_BUILTINS, ['lines' => GenerateLines::functions($seed)]);
	try {
		main($seed);
	} catch (TooLong) {
		$skipped++;
		xhprof_stop();
		unlink($file);
		continue;
	}
	$run = xhprof_stop();
	$differences = differences($run);
	if ($differences !== []) {
		echo "seed $seed, $file\n", implode("\n", $differences), "\n";
		exit(1);
	}
	$lines += count($counts);
	unlink($file);
}
echo $last - $first + 1 - $skipped, " programs, $skipped skipped, $lines lines\n";
