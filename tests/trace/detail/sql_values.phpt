--TEST--
A query's values become "?", a list of them one; its verb, tables and columns stay
--SKIPIF--
<?php if (function_exists('mysql_query')) die('skip needs the name mysql_query'); ?>
--INI--
xhprof.collect_additional_info=1
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function mysql_query($sql) { return $sql; }
function shown($sql)
{
	xhprof_enable(XHPROF_FLAGS_NO_BUILTINS, ['ignored_functions' => 'shown']);
	mysql_query($sql);
	return substr(array_key_first(xhprof_disable()), strlen('main()==>mysql_query#'));
}

foreach ([
	"SELECT * FROM users WHERE name = 'O''Brien' AND id = 17",
	"select u.id, t2.x from `user s` u join t2 on t2.u = u.id where u.id in (1, 2,3,\n\t4) limit 10, 20",
	"INSERT INTO log1 (a, b) VALUES (-1.5e3, 0xFF), ('x', NULL)",
	'UPDATE "users" SET "pin" = "1234" WHERE "users"."id" = $1 AND x = :name AND y = ?',
	'delete from "a"."b" where c = "it""s"',
	"select 1 -- for hunter2\n, 2 /* trace=42 */ + 3",
	"select 'it\\'s secret' from t",
	"select 'C:\\' , 'secret' from t",
	"select E'a\\\\' , 'secret' from t",
	"select 'never closed",
	"select x'00ff', 12abc, a1, a.1, .5",
	"  select   \u{e9}t\u{e9}  ",
	"--",
	"/*",
	"'",
	'"',
] as $sql) {
	echo shown($sql), "\n";
}
echo shown('select ' . str_repeat("'x', ", 1000000) . '1 from t'), "\n";
echo strlen(shown('select ' . str_repeat('a, ', 1000))), "\n";
?>
--EXPECT--
SELECT * FROM users WHERE name = ? AND id = ?
select u.id, t2.x from `user s` u join t2 on t2.u = u.id where u.id in (?) limit ?
INSERT INTO log1 (a, b) VALUES (-?), (?, NULL)
UPDATE "users" SET ? = ? WHERE ?."id" = $1 AND x = :name AND y = ?
delete from "a"."b" where c = ?
select ? , ? + ?
select ?
select ?
select E?
select ?
select x?, a1, a.?, .?
select été


?
?
select ? from t
256
