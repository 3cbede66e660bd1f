--TEST--
Without xhprof.output_dir in its php.ini the command takes the folder of php-fpm, unless it has several
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux') {
	die('skip looks at Linux');
}
?>
--FILE--
<?php
require __DIR__ . '/../install/machine.inc';

use XHProf\Cli\Doctor\Machine;
use XHProf\Cli\Input\RunFolder;
use XHProf\Cli\Problem;

$machine = new FakeMachine(own_folder(__FILE__));
$show = static function () use ($machine): void {
	try {
		echo RunFolder::ofFpm(new Machine($machine->root)), "\n";
	} catch (Problem $problem) {
		echo $problem->getMessage(), "\n\t$problem->advice\n";
	}
};

$show();
$machine->program('/usr/bin/php8.2',
	info('Command Line Interface', 'cli', ['xhprof' => xhprof_section(['output_dir' => '/cli'])]));
$machine->program('/usr/sbin/php-fpm8.2', info('FPM/FastCGI', 'fpm',
	['xhprof' => xhprof_section(['output_dir' => '/runs'])]), "NOTICE: [www]\nNOTICE: \tuser = www-data\n"
		. "NOTICE: [shop]\nNOTICE: \tuser = shop\nNOTICE: \tphp_admin_value[xhprof.output_dir] = /shop\n");
$machine->folder('/cli', 0755);
$machine->folder('/runs', 0700);
$show();
$machine->folder('/shop', 0700);
$show();
exec('rm -r ' . escapeshellarg($machine->root));
?>
--EXPECT--
no folder given
	give one with --dir DIR, or set xhprof.output_dir in php.ini
/runs
no folder given, and php-fpm has several
	give one: /runs, /shop
