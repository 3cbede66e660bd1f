<?php
declare(strict_types=1);

namespace XHProf\PHPUnit;

use XHProf\Cli\Process\AtomicFile;
use XHProf\Cli\Process\CommandLine;
use XHProf\Cli\Run\RunFormat;
use XHProf\Profile;

/** Saves runs of tests, and says how to open them. */
final class Store
{
	private ?string $folder = null;

	/** @var \WeakMap<Profile, string> what was said of runs that are saved already */
	private \WeakMap $saved;

	/** @param string|null $given else xhprof.output_dir, else a new folder for temporary files */
	public function __construct(private readonly ?string $given)
	{
		$this->saved = new \WeakMap();
	}

	/** @return string the command that shows the run, or why it could not be saved */
	public function save(Profile $run, string $label): string
	{
		return $this->saved[$run] ??= $this->write($run, $label);
	}

	private function write(Profile $run, string $label): string
	{
		$name = trim((string) preg_replace('/\W+/', '-', (string) preg_replace('/^.*\\\\(?=\w+::)/', '', $label)), '-');
		$format = RunFormat::best();
		try {
			$file = sprintf('%s/%s-%s-%s.xhprof%s', $this->folder(), gmdate('Ymd-His'),
				rtrim(substr($name, 0, 80), '-'), bin2hex(random_bytes(8)), RunFormat::ending($format));
			AtomicFile::export($run, $format, $file);
		} catch (\RuntimeException $e) {
			return "not saved: {$e->getMessage()}";
		}

		return CommandLine::of([self::command(), 'open', $file]);
	}

	private function folder(): string
	{
		if ($this->folder === null) {
			$folder = $this->given ?? (rtrim((string) ini_get('xhprof.output_dir'), '/')
				?: sys_get_temp_dir() . '/xhprof-phpunit-' . bin2hex(random_bytes(4)));
			if (!is_dir($folder) && !@mkdir($folder, 0700, true)) {
				throw new \RuntimeException("the folder $folder cannot be made");
			}
			$this->folder = $folder;
		}

		return $this->folder;
	}

	/** As one types it in the folder of the project. */
	private static function command(): string
	{
		$install = defined('PHPUNIT_COMPOSER_INSTALL') ? constant('PHPUNIT_COMPOSER_INSTALL') : '';
		$tool = is_string($install) ? realpath(dirname($install)) . '/bin/xhprof' : '';
		$here = getcwd() . '/';

		return is_file($tool) ? (str_starts_with($tool, $here) ? substr($tool, strlen($here)) : $tool) : 'xhprof';
	}
}
