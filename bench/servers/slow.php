<?php
/* Sleeps for so long that php-fpm's slow log stops it to see where it is. */
function dozing(): string { usleep(1300000); return 'awake'; }
function busily(): int { $x = 1; for ($i = 0; $i < 400000; $i++) { $x = ($x * 31 + $i) & 0xffff; } return $x; }

return ['parts' => ['dozing', 'busily'], 'calls' => ['dozing' => 1, 'usleep' => 1, 'busily' => 1],
	'waits' => ['dozing' => '/^\{sleep\}$/D']];
