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
	"insert into t values (1, 'a'), (2, 'b'),(3,'c') on duplicate key update a = 1",
	"insert into t values (1, now()), (2, now())",
	"select * from t where id in (-1, 2, +3.5e-2) and a - 1 = b - -2",
	'select * from t where id in ($1, $2, $3) and id > $4',
	'select * from t where id in (:id_0, :id_1, :id_2) and x = :x and y::text = :y1',
	'select $$it\'s secret$$, $tag$ $$secret$$ $tag$, 3 from t',
	"select 1 # hunter2\n, j #> '{a}', a #- 2 from t",
	"select 1 as `a;b`; update t set v = 'x;y'; -- done",
	"select b'01', _utf8'x', N'y', 1e5, 0b11, 'a' 'b' from t",
	"--",
	"/*",
	"'",
	'"',
] as $sql) {
	echo shown($sql), "\n";
}
echo shown('select ' . str_repeat("'x', ", 10000) . '1 from t'), "\n";
echo shown('select ' . str_repeat("'x', ", 1000000) . '1 from t'), "\n";
echo shown("select '" . str_repeat('secret ', 100000) . "' from t"), "\n";
echo shown('insert into t values ' . str_repeat("(1, 'x'), ", 5000) . '(2, 3)'), "\n";
echo strlen(shown('select ' . str_repeat('a, ', 1000))), "\n";
?>
--EXPECT--
SELECT * FROM users WHERE name = ? AND id = ?
select u.id, t2.x from `user s` u join t2 on t2.u = u.id where u.id in (?) limit ?
INSERT INTO log1 (a, b) VALUES (?), (?, NULL)
UPDATE "users" SET ? = ? WHERE ?."id" = ? AND x = :name AND y = ?
delete from "a"."b" where c = ?
select ? , ? + ?
select ?…
select ?…
select E? , ? from t
select ?
select x?, a1, a.?, .?
select été
insert into t values (?) on duplicate key update a = ?
insert into t values (?, now()), (?, now())
select * from t where id in (?) and a - ? = b - -?
select * from t where id in (?) and id > ?
select * from t where id in (?) and x = :x and y::text = ?
select ?…
select ? , j #> ?, a…
select ? as `a;b`; update t set v = ?;
select b?, _utf8?, N? ? from t


?
?
select ? from t
select ?…
select ?…
insert into t values (?)
512
