--TEST--
IntlBreakIterator::next(null), which takes its argument away, is recorded and does not crash the request's end
--EXTENSIONS--
intl
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

$words = IntlBreakIterator::createWordInstance('en');
$words->setText('one two');

function next_word($words, ...$count) { return $words->next(...$count); }

xhprof_enable();
echo next_word($words), ' ', next_word($words, null), ' ', next_word($words, 1), "\n";
$profile = xhprof_disable();
show($profile);

// Still profiled at the end.
xhprof_enable();
echo $words->next(null), "\n";
?>
--EXPECT--
3 4 7
next_word==>IntlBreakIterator::next  ct=3
main()==>next_word  ct=3
main()==>xhprof_disable  ct=1
main()  ct=1
-1
