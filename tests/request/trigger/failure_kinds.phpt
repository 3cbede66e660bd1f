--TEST--
A saved run says why its request failed: the exception and its place, the kind of error, the limit, the exit status, the signal
--SKIPIF--
<?php require __DIR__ . '/../../helper.inc'; need_shutdown_after_memory_limit(); ?>
<?php
if (PHP_OS_FAMILY === 'Windows') die('skip sends a signal');
if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';
require __DIR__ . '/../../cli/cli.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
$programs = [
	'end' => '',
	'exception' => 'throw new DomainException("a secret");',
	'no_message' => 'throw new App\Missing;',
	'anonymous' => 'throw new class("x: y") extends LogicException { };',
	'wrapped' => 'throw new DomainException("x", 0, new RuntimeException("y", 0, new LogicException("z")));',
	'own_text' => 'class Card extends Exception { function __toString(): string { return "4111111111111111: '
		. 'card refused"; } } throw new Card;',
	'text_throws' =>
		'class Card extends Exception { function __toString(): string { throw new LengthException; } } throw new Card;',
	'finally' =>
		'try { throw new DomainException; } finally { try { throw new RangeException; } catch (RangeException) { } }',
	'text_twice' => 'class Card extends Exception { function __toString(): '
		. 'string { return "x"; } } $other = new RangeException; (new ReflectionProperty("Exception", '
		. '"string"))->setValue($other, "x"); throw new Card;',
	'caught' => 'try { throw new Exception; } catch (Exception) { exit(4); }',
	'fatal' => 'eval("function work() { }");',
	'parse' => 'eval("work(");',
	'user_error' => 'trigger_error("x", E_USER_ERROR);',
	'handled' => 'set_error_handler(fn () => true); trigger_error("x", E_USER_ERROR); exit(5);',
	'handled_255' => 'set_error_handler(fn () => true); trigger_error("x", E_USER_ERROR); exit(255);',
	'handled_before' => 'set_error_handler(fn () => true); trigger_error("x", E_USER_ERROR); throw new RangeException;',
	'handler_throws' => 'set_error_handler(fn () => throw new RangeException); trigger_error("x", E_USER_ERROR);',
	'declined' => 'set_error_handler(fn () => false); trigger_error("x", E_USER_ERROR);',
	'imitated' => 'trigger_error("Allowed memory size of 1 bytes", E_USER_ERROR);',
	'later_warning' => 'register_shutdown_function(fn () => work($undefined)); throw new Exception;',
	'two' => 'register_shutdown_function(fn () => throw new RangeException); throw new Exception;',
	'shutdown' => 'register_shutdown_function(fn () => throw new RangeException);',
	'destructor' => 'class Late { function __destruct() { throw new RangeException; } } $late = new Late;',
	'output' => 'ob_start(function () { throw new RangeException; }); echo "x";',
	'memory' => 'ini_set("memory_limit", "8M"); for ($all = [];;) { $all[] = str_repeat("x", 1000); }',
	'time' => 'set_time_limit(1); for (;;);',
	'page_made' => 'register_shutdown_function(fn () => exit(1)); ini_set("memory_limit", '
		. '"8M"); for ($all = [];;) { $all[] = str_repeat("x", 1000); }',
	'page_made_too' => 'register_shutdown_function(fn () => exit(7)); throw new DomainException;',
	'exit' => 'exit(3);',
	'signal' => 'exec("kill -TERM " . getmypid()); for (;;);',
];
foreach ($programs as $name => $code) {
	file_put_contents("$folder/$name.php", "<?php\nnamespace App { final class Missing extends \\Exception { } }\n"
		. "namespace {\nfunction work(\$x) { return \$x; }\nwork(1);\n$code\n}\n");
	child_php("$folder/$name.php", auto_settings("$folder/runs", 'error_log=/dev/null'));
	$own = metas("$folder/runs")[0]['xhprof'] ?? null;
	$failure = $own['failure'] ?? null;
	if (isset($failure['file'])) {
		$failure['file'] = preg_replace('/^.*failure_kinds\.tmp/', 'HERE', $failure['file']);
	}
	echo "$name: ", $own === null ? 'NO RUN' : json_encode($own['failed']), ' ',
		json_encode($failure, JSON_UNESCAPED_SLASHES), "\n";
	$list = cli(['list', "$folder/runs"])['out'];
	$top = cli(['top', glob("$folder/runs/*")[0]])['out'];
	echo implode("\n", preg_grep('/^ {16}\S/', explode("\n", $list))), "\n";
	echo preg_match('/status \d+  (.+)/', $top, $found) === 1
		? '      top: ' . preg_replace('~/\S*/~', '', $found[1]) . "\n" : '';
	forget("$folder/runs");
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/failure_kinds.tmp');
?>
--EXPECT--
end: false null

exception: true {"kind":"exception","class":"DomainException","file":"HERE/exception.php","line":6}
                uncaught DomainException at exception.php:6
      top: uncaught DomainException at exception.php:6
no_message: true {"kind":"exception","class":"App\\Missing","file":"HERE/no_message.php","line":6}
                uncaught App\Missing at no_message.php:6
      top: uncaught App\Missing at no_message.php:6
anonymous: true {"kind":"exception","class":"LogicException@anonymous","file":"HERE/anonymous.php","line":6}
                uncaught LogicException@anonymous at anonymous.php:6
      top: uncaught LogicException@anonymous at anonymous.php:6
wrapped: true {"kind":"exception","class":"DomainException","file":"HERE/wrapped.php","line":6}
                uncaught DomainException at wrapped.php:6
      top: uncaught DomainException at wrapped.php:6
own_text: true {"kind":"exception","class":"Card","file":"HERE/own_text.php","line":6}
                uncaught Card at own_text.php:6
      top: uncaught Card at own_text.php:6
text_throws: true {"kind":"exception","class":"LengthException","file":"HERE/text_throws.php","line":6}
                uncaught LengthException at text_throws.php:6
      top: uncaught LengthException at text_throws.php:6
finally: true {"kind":"exception","class":"DomainException","file":"HERE/finally.php","line":6}
                uncaught DomainException at finally.php:6
      top: uncaught DomainException at finally.php:6
text_twice: true {"kind":"exception","error":"E_ERROR","file":"HERE/text_twice.php","line":6}
                uncaught exception at text_twice.php:6
      top: uncaught exception at text_twice.php:6
caught: true {"kind":"exit","status":4}

fatal: true {"kind":"error","error":"E_COMPILE_ERROR","file":"HERE/fatal.php(6) : eval()'d code","line":1}
                E_COMPILE_ERROR at fatal.php(6) : eval()'d code:1
      top: E_COMPILE_ERROR at fatal.php(6) : eval()'d code:1
parse: true {"kind":"error","error":"E_PARSE","file":"HERE/parse.php(6) : eval()'d code","line":1}
                E_PARSE at parse.php(6) : eval()'d code:1
      top: E_PARSE at parse.php(6) : eval()'d code:1
user_error: true {"kind":"error","error":"E_USER_ERROR","file":"HERE/user_error.php","line":6}
                E_USER_ERROR at user_error.php:6
      top: E_USER_ERROR at user_error.php:6
handled: true {"kind":"exit","status":5}

handled_255: true {"kind":"exit","status":255}

handled_before: true {"kind":"exception","class":"RangeException","file":"HERE/handled_before.php","line":6}
                uncaught RangeException at handled_before.php:6
      top: uncaught RangeException at handled_before.php:6
handler_throws: true {"kind":"exception","class":"RangeException","file":"HERE/handler_throws.php","line":6}
                uncaught RangeException at handler_throws.php:6
      top: uncaught RangeException at handler_throws.php:6
declined: true {"kind":"error","error":"E_USER_ERROR","file":"HERE/declined.php","line":6}
                E_USER_ERROR at declined.php:6
      top: E_USER_ERROR at declined.php:6
imitated: true {"kind":"error","error":"E_USER_ERROR","file":"HERE/imitated.php","line":6}
                E_USER_ERROR at imitated.php:6
      top: E_USER_ERROR at imitated.php:6
later_warning: true {"kind":"exception","class":"Exception","file":"HERE/later_warning.php","line":6}
                uncaught Exception at later_warning.php:6
      top: uncaught Exception at later_warning.php:6
two: true {"kind":"exception","class":"Exception","file":"HERE/two.php","line":6}
                uncaught Exception at two.php:6
      top: uncaught Exception at two.php:6
shutdown: true {"kind":"exception","class":"RangeException","file":"HERE/shutdown.php","line":6}
                uncaught RangeException at shutdown.php:6
      top: uncaught RangeException at shutdown.php:6
destructor: true {"kind":"exception","class":"RangeException","file":"HERE/destructor.php","line":6}
                uncaught RangeException at destructor.php:6
      top: uncaught RangeException at destructor.php:6
output: true {"kind":"exception","class":"RangeException","file":"HERE/output.php","line":6}
                uncaught RangeException at output.php:6
      top: uncaught RangeException at output.php:6
memory: true {"kind":"memory_limit","error":"E_ERROR","file":"HERE/memory.php","line":6}
                memory_limit hit at memory.php:6
      top: memory_limit hit at memory.php:6
time: true {"kind":"time_limit","error":"E_ERROR","file":"HERE/time.php","line":6}
                max_execution_time hit at time.php:6
      top: max_execution_time hit at time.php:6
page_made: true {"kind":"memory_limit","error":"E_ERROR","file":"HERE/page_made.php","line":6}
                memory_limit hit at page_made.php:6
      top: memory_limit hit at page_made.php:6
page_made_too: true {"kind":"exception","class":"DomainException","file":"HERE/page_made_too.php","line":6}
                uncaught DomainException at page_made_too.php:6
      top: uncaught DomainException at page_made_too.php:6
exit: true {"kind":"exit","status":3}

signal: true {"kind":"signal","signal":15}
                SIGTERM
      top: SIGTERM
