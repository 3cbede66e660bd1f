--TEST--
A signal that comes before xhprof run knows its script's process reaches it as well
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/cli.inc';

$child = new XHProf\Cli\Process\Child();
(new ReflectionMethod($child, 'relaySignals'))->invoke($child);
posix_kill(getmypid(), SIGUSR1);
echo $child->run(['sleep', '600'], static function (): void {
}) === 128 + SIGUSR1 ? 'ended by it' : 'ended otherwise', "\n";
?>
--EXPECT--
ended by it
