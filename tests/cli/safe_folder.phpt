--TEST--
Temporary folders are made where no other user can put another one in their place
--EXTENSIONS--
posix
--SKIPIF--
<?php
if (posix_geteuid() !== 0) die('skip only root can make folders of other users');
if (!is_writable('/dev/shm') && !is_writable('/var/tmp')) die('skip there is no other folder');
?>
--FILE--
<?php
require __DIR__ . '/cli.inc';

use XHProf\Cli\Process\SafeFolder;

$base = sys_get_temp_dir() . '/safe_folder.' . getmypid();
foreach (['own' => [0, 0755], 'own/sticky' => [0, 01777], 'own/open' => [0, 0777], 'own/open/below' => [0, 0700],
	'own/group' => [0, 0775], 'own/shared' => [0, 0770], 'own/shared/below' => [0, 0700], 'own/shared_sticky' =>
		[0, 01770], 'theirs' => [12345, 0755], 'theirs/below' => [0, 0700]] as $name => [$user, $mode]) {
	mkdir("$base/$name", recursive: true);
	chown("$base/$name", $user);
	chmod("$base/$name", $mode);
}
array_map(fn (string $name): bool => chgrp("$base/own/$name", 54321), ['shared', 'shared_sticky']);
symlink("$base/own/open", "$base/link");
symlink("$base/own", "$base/their_link");
lchown("$base/their_link", 12345);
symlink('../own', "$base/theirs/link");
foreach (['own', 'own/sticky', 'own/open', 'own/open/below', 'own/group', 'own/shared', 'own/shared/below',
	'own/shared_sticky', 'theirs', 'theirs/below', 'link', 'their_link', 'theirs/link', 'gone',
	'theirs/../own'] as $name) {
	echo "$name: ", str_replace(realpath($base), '', SafeFolder::problem("$base/$name")) ?: 'safe', "\n";
}
foreach (['own', 'own/open', 'own/shared', 'theirs'] as $name) {
	$result = cli(['run', '--quiet', '--out', own_file('json'), '--', own_file('tmp',
		'<?php echo dirname((string) get_cfg_var("xhprof.run"), 2);')], '', ["sys_temp_dir=$base/$name"]);
	echo "$name: ", $result['out'] === realpath("$base/$name") ? 'there' : 'elsewhere',
		", $result[err]status $result[status]\n";
}
exec('rm -rf ' . escapeshellarg($base));
?>
--EXPECT--
own: safe
own/sticky: safe
own/open: everybody can rename files in /own/open
own/open/below: everybody can rename files in /own/open
own/group: safe
own/shared: the group with the id 54321 can rename files in /own/shared
own/shared/below: the group with the id 54321 can rename files in /own/shared
own/shared_sticky: safe
theirs: /theirs belongs to another user, with the id 12345
theirs/below: /theirs belongs to another user, with the id 12345
link: everybody can rename files in /own/open
their_link: /their_link belongs to another user, with the id 12345
theirs/link: /theirs belongs to another user, with the id 12345
gone: there is no /gone
theirs/../own: /theirs belongs to another user, with the id 12345
own: there, status 0
own/open: elsewhere, status 0
own/shared: elsewhere, status 0
theirs: elsewhere, status 0
