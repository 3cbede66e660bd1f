--TEST--
tools/lint-homes.php finds second homes of units, formats, senders, varints, whole files and others in each language
--EXTENSIONS--
tokenizer
--FILE--
<?php
require __DIR__ . '/../../tools/lint-homes.php';

/* A second home of each kind, in a file that has none, and the rows of tools/homes.inc that must report it. */
$plants = [
	['cli/src/Live/Planted.php', 'return explode(" ", substr((string) strrchr($line, ")"), 2))[19];',
		'stat of a process'],
	['cli/src/Live/Planted.php', '$line = file_get_contents("/proc/$pid/stat");', '/proc, files stat'],
	['cli/src/Live/Planted.php', 'if ($now - $this->askedAt >= self::RENEW_S) {', 'leases'],
	['fleet/src/Agent/Planted.php', '$ring->control(["sample" => ["lease_ms" => 6000]]);', 'leases'],
	['cli/src/Live/Planted.php', 'return $status["is_alive"] !== false;', 'lives'],
	['cli/src/Live/Planted.php', '$end = microtime(true) + 1.0;', 'the time'],
	['cli/planted.php', '$end = strpos($line, ") ");', 'stat of a process'],
	['live/planted.c', 'const char *end = strstr(stat, ") ");', 'stat of a process'],
	['live/planted.c', 'const char *end = strrchr(stat, \')\');', 'stat of a process'],
	['live/planted.c', 'sscanf(line, "%d (%*[^)]) %c", &pid, &state);', 'stat of a process'],

	['fleet/src/Agent/Planted.php', 'const SENDS = ["mysqli_real_query"];', 'senders'],
	['fleet/src/Agent/Planted.php', 'const SENDS = ["file_get_contents", "SoapClient::__doRequest"];', 'senders'],
	['integrations/symfony/src/Planted.php', "in_array(\$name, ['pg_send_query'], true)", 'senders'],
	['cli/src/View/Planted.php', "preg_match('/^(PDO|mysqli)(::|_)commit$/', \$name);",
		'patterns of senders, calls that wait or change'],
	['live/planted.c', 'return strcmp(name, "curl_exec") == 0;', 'senders, patterns of senders'],
	['live/planted.c', 'return strncmp(name, "PDO::", 5) == 0;', 'patterns of senders'],
	['cli/src/Live/Planted.php', "preg_match('/^(usleep|flock)$/', \$name);", 'calls that wait or change'],
	['viewer/src/look/planted.ts', 'const sends = ["Dom\\\\XMLDocument::createFromFile"];', 'senders'],

	['cli/src/View/Planted.php', "const KINDS = ['sql', 'redis'];", 'kinds of senders'],
	['cli/src/View/Planted.php', "const NAMES = ['sql' => 'SQL', 'http' => 'HTTP'];", 'kinds of senders'],
	['cli/src/Advise/Planted.php', "return \$group->kind === 'SQL';", 'kinds of senders'],
	['live/planted.c', 'static const char *const kinds[] = {"memcached", "http"};', 'kinds of senders'],
	['viewer/src/look/planted.ts', 'const KINDS = { redis: "Redis", "sql": "SQL" };', 'kinds of senders'],
	['fleet/src/View/Planted.php', "const TEXTS = ['database' => 'waits for a database'];", 'kinds of waits'],
	['live/planted.c', 'static const char *const waits[] = {"network", "event"};', 'kinds of waits'],

	['fleet/src/Agent/Planted.php', "const ENDINGS = ['folded' => 'folded.txt', 'a' => 'b'];", 'formats'],
	['fleet/src/Agent/Planted.php', "const ENDINGS = ['json', 'html'];", 'lists of formats'],
	['cli/planted.php', "str_ends_with(\$file, '.pprof')", 'endings'],
	['live/planted.c', 'static const char *const formats[] = {"json", "html"};', 'lists of formats'],
	['live/planted.c', 'return strcmp(format, "callgrind") == 0;', 'formats'],
	['viewer/src/look/planted.ts', 'export const FORMATS = ["json", "html"];', 'lists of formats'],
	['viewer/src/look/planted.tsx', 'const format = "perfetto.gz";', 'formats'],

	['fleet/src/Agent/Planted.php', "return round(\$ns / 1000, 2) . ' us';", 'units, units behind a value'],
	['fleet/src/Agent/Planted.php', "return intdiv(\$ns, 1000000) . ' ms';", 'units, units behind a value'],
	['integrations/psr15/src/Planted.php', '$text = "$bytes KiB";', 'units'],
	['tools/planted.php', 'printf("%.1f MiB\n", $bytes);', 'units'],
	['cli/bin/xhprof', "printf('%.3f s', \$s);",
		'print_r var_dump printf vprintf fprintf vfprintf print readfile, units'],
	['cli/src/View/Planted.php', "const UNITS = ['us' => 1000, 'ms' => 1000000];", 'tables of units'],
	['cli/src/View/Planted.php', '$kib = $bytes / 1024;', 'scales'],
	['live/planted.c', 'snprintf(text, room, "%.2f ms", ns / 1e6);', 'units'],
	['live/planted.c', 'snprintf(text, room, "%" PRIu64 " us", us);', 'units'],
	['live/planted.c', 'static const unit units[] = {{"ms", 1000000}};', 'tables of units'],
	['viewer/src/look/planted.ts', 'export const time = (ns: number) => `${(ns / 1e6).toFixed(2)} ms`;',
		'units behind a value'],
	['viewer/src/look/planted.ts', 'return (bytes / 1024).toFixed(1) + " KiB";', 'units, units behind a value'],
	['viewer/src/look/planted.tsx', 'const cell = <td>{bytes} MiB</td>;', 'units behind a value'],
	['viewer/src/look/planted.ts', 'const UNITS = { us: 1e3, ms: 1e6 };', 'tables of units'],

	['fleet/src/Agent/Planted.php', "return sprintf('%.1f %%', 100 * \$share);", 'percentages'],
	['fleet/src/Agent/Planted.php', "return round(\$share * 100, 1) . ' %';", 'percentages'],
	['live/planted.c', 'snprintf(text, room, "%.1f %%", share);', 'percentages'],
	['viewer/src/look/planted.ts', 'const share = (part: number) => `${(100 * part).toFixed(2)} %`;', 'percentages'],

	['fleet/src/Agent/Planted.php', '$number |= (ord($bytes[$i]) & 127) << $shift;', 'varints'],
	['fleet/src/Agent/Planted.php', 'for ($i = 0, $shift = 0; ; $i++, $shift += 7) {', 'varints'],
	['live/planted.c', 'for (; weight > 127; weight /= 128) {', 'varints'],
	['live/planted.c', 'bytes[at++] = number & 0x7f; number >>= 7;', 'varints'],
	['live/planted.c', 'zigzag = (uint64_t) (value << 1) ^ (value >> 63);', 'varints'],
	['viewer/src/look/planted.ts', 'value |= BigInt(byte & 0x7f) << shift;', 'varints'],

	['live/planted.c', 'snprintf(text, room, "\\\\u%04x", byte);', 'escapes of JSON'],
	['live/planted.c', 'const char escape[] = {\'\\\\\', \'u\', \'0\', \'0\'};', 'escapes of JSON'],
	['viewer/src/look/planted.ts', 'const escape = "\\\\u" + code.toString(16);', 'escapes of JSON'],
	['cli/src/View/Planted.php', "return '\\u' . bin2hex(\$text);", 'escapes in PHP'],

	['fleet/src/Agent/Planted.php', "return fnmatch(\$uri, \$facts['uri']);", 'patterns'],
	['live/planted.c', 'return fnmatch(pattern, uri, 0) == 0;', 'patterns'],
	['fleet/src/Agent/Planted.php', "(new \\SplFileObject(\"\$file.tmp\", 'x'))->fwrite(\$text);", 'files'],
	['cli/planted.php', "\$stream = fopen(\$file, 'xb');", 'files'],
	['cli/planted.php', 'rename("$file.tmp", $file);', 'rename tempnam link symlink copy'],
	['live/planted.c', 'rename(from, to);', 'files of C'],
	['live/planted.c', 'flags = O_WRONLY | O_EXCL;', 'files of C'],
	['cli/src/Advise/Planted.php', "preg_match('/^\\W*(select|with)\\b/i', \$sql);", 'effects'],
	['cli/src/Advise/Planted.php', "preg_match('/insert\\s+into/i', \$sql);", 'effects'],
	['fleet/src/Store/Planted.php', "const VERBS = ['update' => true];", 'effects'],
	['viewer/src/look/planted.ts', 'if (range[0]! <= 0 && range[1]! >= 0) {', 'noise'],
];
foreach ($plants as [$file, $line, $rows]) {
	$text = (str_contains($file, '.ts') || str_ends_with($file, '.c') ? '' : "<?php\n") . "$line\n";
	$found = implode(', ', array_filter(array_column(Lint\finds($file, $text), 0),
		static fn (string $row): bool => Lint\home_of($file, $row) === null));
	if ($found !== $rows) {
		echo "$file: $line\n  expected: $rows\n  found:    $found\n";
	}
}

/* What is none: comments, and what only looks like it. */
foreach ([
	['live/planted.c', "/* 5 ms, \"pprof\", a & 127 */\nint ms = 1 << 7; // \"%.1f ms\"\nf(\"take 5 ms\");\n"],
	['viewer/src/look/planted.ts', "/* `\${a} ms` */\nconst dots = \"\\u2026\"; amount(ns, \"ns\"); // \" ms\"\n"],
	['cli/src/View/Planted.php',
		"<?php\n/** 5 ms */\n# ' ms'\n\$a = Units::time(\$ns) . Units::percent(1, 2) . ' %';\n"],
] as [$file, $text]) {
	foreach (Lint\finds($file, $text) as [$row, $line, $found]) {
		echo "$file:$line: \"$found\" is none of \"$row\"\n";
	}
}

/* A home is one file, and not its folder. A folder can be exempt. */
var_dump(Lint\home_of('cli/src/Terminal/Duration.php', 'tables of units'),
	Lint\home_of('cli/src/Terminal/Durations.php', 'tables of units'), Lint\home_of('base/varint.h', 'varints'),
	Lint\home_of('bench/servers/tool.php', 'units'),
	preg_grep('~/$~', Lint\listed(implode(' ', array_column(Lint\rows(), 3)))));
?>
--EXPECT--
string(21) "cli/Terminal/Duration"
NULL
string(11) "base/varint"
string(6) "bench/"
array(0) {
}
