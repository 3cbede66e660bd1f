--TEST--
collect_additional_info reads only arguments that are present and are strings
--EXTENSIONS--
pdo
pdo_sqlite
curl
--INI--
xhprof.collect_additional_info=1
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function attempt($function, ...$arguments)
{
	try {
		$function(...$arguments);
	} catch (Throwable $error) {
		return get_class($error);
	}
}

$pdo = new PDO('sqlite::memory:');
xhprof_enable(0, ['ignored_functions' => ['PDOException::__construct', 'get_class']]);
attempt([$pdo, 'exec'], 123);
attempt([$pdo, 'query']);
attempt([$pdo, 'query'], []);
attempt([$pdo, 'exec'], new stdClass);
attempt('curl_exec', new stdClass);
attempt('curl_exec');
attempt('curl_exec', 'x');
show(xhprof_disable());
?>
--EXPECT--
attempt==>PDO::exec  ct=2
main()==>attempt  ct=7
attempt==>PDO::query  ct=2
attempt==>curl_exec  ct=3
main()==>xhprof_disable  ct=1
main()  ct=1
