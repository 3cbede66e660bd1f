--TEST--
An argument that is missing or not a string adds no text and is not converted
--EXTENSIONS--
pdo
pdo_sqlite
--INI--
xhprof.collect_additional_info=1
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

class Text
{
	public $asked = 0;
	function __toString(): string { $this->asked++; return 'select 1'; }
}
function attempt(callable $call)
{
	try {
		$call();
	} catch (Throwable $error) {
		return strrev('x');
	}
}
function references(&$sql, $pdo) { $pdo->query($sql); }

$pdo = new PDO('sqlite::memory:');
$text = new Text;
$sql = 'select 2';
$closed = (new ReflectionClass('PDOStatement'))->newInstanceWithoutConstructor();
xhprof_enable(0, ['ignored_functions' => ['strrev', 'Text::__toString']]);
attempt([$pdo, 'query']);
attempt([$pdo, 'exec']);
call_user_func_array([$pdo, 'query'], ['query' => 'select 3']);
references($sql, $pdo);
$bad = [[], 123, 1.5, true, new stdClass, $pdo];
foreach ($bad as $argument) {
	try {
		$pdo->exec($argument);
	} catch (Throwable $error) {
		unset($error);
	}
}
$pdo->query($text);
try {
	$closed->execute();
} catch (Throwable $error) {
	unset($error);
}
show(xhprof_disable());
var_dump($text->asked);
?>
--EXPECT--
attempt==>PDO::query  ct=1
main()==>attempt  ct=2
attempt==>PDO::exec  ct=1
main()==>PDO::query#select ?  ct=1
references==>PDO::query#select ?  ct=1
main()==>references  ct=1
main()==>PDO::exec  ct=6
main()==>PDO::query  ct=1
main()==>PDOStatement::execute  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
int(1)
