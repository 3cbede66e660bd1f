--TEST--
Enum methods are named, including the engine's from(), tryFrom() and cases()
--FILE--
<?php
namespace My;

require __DIR__ . '/../../helper.inc';

enum Suit: string
{
	case Hearts = 'h';
	case Spades = 's';
	const Best = self::Spades;
	function label($x) { return \strrev($x . $this->value); }
	static function best($x) { return self::Best->label($x); }
}

\xhprof_enable();
Suit::from('h')->label('x');
Suit::tryFrom('s')->label('x');
Suit::best('x');
Suit::cases();
\show(\xhprof_disable());
?>
--EXPECT--
main()==>My\Suit::from  ct=1
My\Suit::label==>strrev  ct=3
main()==>My\Suit::label  ct=2
main()==>My\Suit::tryFrom  ct=1
My\Suit::best==>My\Suit::label  ct=1
main()==>My\Suit::best  ct=1
main()==>My\Suit::cases  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
