--TEST--
Each read of a property calls its get hook, also where it was read before the profile, in both hooks
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die('skip no property hooks before PHP 8.4'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

class H
{
	public int $own = 1 { get => $this->own + 1; }
	public $n { get => leaf($this->own); }
	public $next { get => $this->n; }
}
function leaf($x) { return $x; }
function read($h, $times)
{
	for ($i = 0; $i < $times; $i++) {
		$x = $h->n;
		take($h->n, $h->next);
	}
	return $x;
}
function take($a, $b) { return $a; }

$h = new H;
foreach ([[], ['H::$n::get'], []] as $ignored) {
	read($h, 10);
	xhprof_enable(0, ['ignored_functions' => $ignored]);
	read($h, 11);
	xhprof_pause();
	read($h, 5);
	xhprof_resume();
	read($h, 11);
	show_sorted(xhprof_disable());
	echo "\n";
}
?>
--EXPECT--
H::$n::get==>H::$own::get  ct=66
H::$n::get==>leaf  ct=66
H::$next::get==>H::$n::get  ct=22
main()  ct=1
main()==>read  ct=2
main()==>xhprof_disable  ct=1
main()==>xhprof_pause  ct=1
read==>H::$n::get  ct=44
read==>H::$next::get  ct=22
read==>take  ct=22

H::$next::get==>H::$own::get  ct=22
H::$next::get==>leaf  ct=22
main()  ct=1
main()==>read  ct=2
main()==>xhprof_disable  ct=1
main()==>xhprof_pause  ct=1
read==>H::$next::get  ct=22
read==>H::$own::get  ct=44
read==>leaf  ct=44
read==>take  ct=22

H::$n::get==>H::$own::get  ct=66
H::$n::get==>leaf  ct=66
H::$next::get==>H::$n::get  ct=22
main()  ct=1
main()==>read  ct=2
main()==>xhprof_disable  ct=1
main()==>xhprof_pause  ct=1
read==>H::$n::get  ct=44
read==>H::$next::get  ct=22
read==>take  ct=22

