--TEST--
Methods carry the class that declares them, not that of the object
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

abstract class Base
{
	function __construct(public $x) { $this->hook($x); }
	function inherited($x) { return $this->own($x) . static::make($x) . self::fixed($x); }
	protected function hook($x) { return strrev($x); }
	static function make($x) { return strrev($x); }
	private static function fixed($x) { return strrev($x); }
	abstract function own($x);
}
class Kid extends Base
{
	function own($x) { return $this->secret($x); }
	private function secret($x) { return strrev($x); }
	static function make($x) { return parent::make($x); }
}
final class Grandkid extends Kid
{
	protected function hook($x) { return parent::hook($x); }
}

xhprof_enable();
(new Kid('x'))->inherited('y');
(new GRANDKID('x'))->Inherited('y');
Grandkid::make('z');
show(xhprof_disable());
?>
--EXPECT--
Base::hook==>strrev  ct=2
Base::__construct==>Base::hook  ct=1
main()==>Base::__construct  ct=2
Kid::secret==>strrev  ct=2
Kid::own==>Kid::secret  ct=2
Base::inherited==>Kid::own  ct=2
Base::make==>strrev  ct=3
Kid::make==>Base::make  ct=3
Base::inherited==>Kid::make  ct=2
Base::fixed==>strrev  ct=2
Base::inherited==>Base::fixed  ct=2
main()==>Base::inherited  ct=2
Grandkid::hook==>Base::hook  ct=1
Base::__construct==>Grandkid::hook  ct=1
main()==>Kid::make  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
