--TEST--
Without xhprof.live_dir the tool finds rings by the FIFO that a process holds, or by the settings of php-fpm
--SKIPIF--
<?php require __DIR__ . '/../live/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../install/machine.inc';
require __DIR__ . '/live_rings.inc';

use XHProf\Cli\Live\Target;

$folder = own_folder(__FILE__);

echo "the FIFO that this process holds, a subfolder of the pool's name beside\n";
mkdir("$folder/rings");
$pool = 'pool.' . getmypid(); // pools often have the name of a host
mkdir("$folder/$pool");
chdir($folder);
$fake = new FakeRing("$folder/rings", ['pool' => $pool, 'sapi' => 'fpm-fcgi']);
$fake->slot(['state' => FakeRing::IDLE]);
$fake->write();
$fifo = $fake->control();
foreach ([[], ['xhprof.live_dir=' . "$folder/$pool"]] as $settings) {
	$found = json_decode(cli(['dump', $pool, '--json'], '', $settings)['out'], true);
	echo str_replace([$folder, $pool], ['FOLDER', 'POOL'], $found['target']), ': ',
		count($found['processes']), " process\n";
}
echo strtok(str_replace($pool, 'POOL', cli(['dump', "./$pool"])['err']), "\n"), "\n";
$fake->remove();

echo "rings that another command writes from outside\n";
mkdir("$folder/xhprof-outside-1-2a");
$fake = new FakeRing("$folder/xhprof-outside-1-2a", ['pool' => $pool, 'sapi' => 'fpm-fcgi']);
$fake->slot(['state' => FakeRing::IDLE]);
$fake->write();
$fifo = $fake->control();
echo json_encode(array_filter((new XHProf\Cli\Doctor\Machine(''))->ringFoldersOf(getmypid()),
	fn (string $name): bool => str_starts_with($name, $folder))), "\n";
$fake->remove();

echo "no process to be seen\n";
$machine = new FakeMachine($folder);
$machine->program('/usr/sbin/php-fpm8.2', info('FPM/FastCGI', 'fpm',
	['xhprof' => xhprof_section(['live_dir' => '/dev/shm/all'])]), "NOTICE: [www]\nNOTICE: \tuser = www-data\n"
		. "NOTICE: [shop]\nNOTICE: \tuser = shop\nNOTICE: \tphp_admin_value[xhprof.live_dir] = /dev/shm/shop/\n");
$machine->program('/usr/bin/php8.2',
	info('Command Line Interface', 'cli', ['xhprof' => xhprof_section(['live_dir' => '/dev/shm/cli'])]));
foreach (['all', 'cli'] as $name) {
	$machine->folder("/dev/shm/$name", 0755);
}
echo json_encode(Target::ringFolders(new XHProf\Cli\Doctor\Machine($folder)), JSON_UNESCAPED_SLASHES), "\n";
$machine->folder('/dev/shm/shop', 0755);
echo json_encode(Target::ringFolders(new XHProf\Cli\Doctor\Machine($folder)), JSON_UNESCAPED_SLASHES), "\n";

echo "FPM shows its pools to root alone\n";
$machine->program('/usr/sbin/php-fpm8.2',
	info('FPM/FastCGI', 'fpm', ['xhprof' => xhprof_section(['live_dir' => '/dev/shm/all'])]),
	"ERROR: failed to open error_log (/var/log/php8.2-fpm.log): Permission denied (13)\n");
echo json_encode(Target::ringFolders(new XHProf\Cli\Doctor\Machine($folder)), JSON_UNESCAPED_SLASHES), "\n";
$machine->file('/proc/6/cmdline', "php-fpm: master process (/etc/php/8.2/fpm/php-fpm.conf)\0");
$machine->file('/etc/php/8.2/fpm/php-fpm.conf', "[global]\ninclude=/etc/php/8.2/fpm/pool.d/*.conf\n");
$machine->file('/etc/php/8.2/fpm/pool.d/shop.conf',
	"[shop]\nphp_admin_value[xhprof.live_dir] = \"/dev/shm/shop/\"\n;php_value[xhprof.live_dir] = /dev/shm/cli\n");
$machine->file('/etc/php/8.2/fpm/pool.d/gone.conf', "[gone]\nphp_value[xhprof.live_dir]=/dev/shm/gone\n");
echo json_encode(Target::ringFolders(new XHProf\Cli\Doctor\Machine($folder)), JSON_UNESCAPED_SLASHES), "\n";

echo "processes of which one has a ring\n";
foreach ([7 => ["php-fpm8.2\n", '/run/xhprof/7-1.ctl'], 8 => ["php\n", '/srv/app.log'],
	9 => ["bash\n", '/run/other/9-1.ctl'], 10 => ["apache2\n", '/gone/10-1-11.ctl']] as $pid => [$comm, $file]) {
	$machine->file("/proc/$pid/comm", $comm);
	mkdir("$folder/proc/$pid/fd");
	symlink($file, "$folder/proc/$pid/fd/5");
}
$machine->folder('/run/xhprof', 0755);
$machine->folder('/run/other', 0755);
echo json_encode(Target::ringFolders(new XHProf\Cli\Doctor\Machine($folder)), JSON_UNESCAPED_SLASHES), "\n";
exec('rm -r ' . escapeshellarg($folder));
?>
--EXPECT--
the FIFO that this process holds, a subfolder of the pool's name beside
pool POOL in FOLDER/rings: 1 process
pool POOL in FOLDER/rings: 1 process
xhprof: no process has a ring in ./POOL
rings that another command writes from outside
[]
no process to be seen
["/dev/shm/all"]
["/dev/shm/all","/dev/shm/shop"]
FPM shows its pools to root alone
["/dev/shm/all"]
["/dev/shm/all","/dev/shm/shop"]
processes of which one has a ring
["/run/xhprof"]
