<?php
/** Answers one request of xhprof serve: the router of PHP's own web server, started by src/Command/ServeCommand.php. */

declare(strict_types=1);

require __DIR__ . '/autoload.php';

XHProf\Cli\Serve\Site::ofEnvironment()->answer();

return true;
