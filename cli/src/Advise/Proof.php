<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise;

/** The command that shows whether a change helps. */
final class Proof
{
	private function __construct(private readonly ?string $settings, private readonly ?string $command, public readonly bool $isOfPlace = false)
	{
	}

	/** Of a change of the code at one place. */
	public static function ofCode(): self
	{
		return new self(null, null, true);
	}

	/** Of the whole program, as it is built or deployed. */
	public static function ofProgram(): self
	{
		return new self(null, null);
	}

	/** Of a setting of php.ini: "zend.enable_gc=0". */
	public static function ofSetting(string $setting): self
	{
		return new self($setting, null);
	}

	/** Another command; RUN stands for the run. */
	public static function of(string $command): self
	{
		return new self(null, $command);
	}

	/** @param string $file of the run */
	public function text(Recording $run, string $file): string
	{
		if ($this->command !== null) {
			return strtr($this->command, ['RUN' => self::word($file), 'SCRIPT' => self::word($run->script() ?? 'SCRIPT')]);
		}
		$script = $run->script();
		if ($script === null) {
			return 'xhprof curl URL --out after.json.gz && xhprof diff ' . self::word($file) . ' after.json.gz';
		}
		$script = self::word($script);

		return $this->settings !== null ? "xhprof run --repeat 20 --against $script -- -d $this->settings $script"
			: 'xhprof run --repeat 20 --against OLD/' . basename($script) . " -- $script";
	}

	private static function word(string $text): string
	{
		return preg_match('~^[\w./:=@%+,-]+$~D', $text) === 1 ? $text : "'" . str_replace("'", "'\\''", $text) . "'";
	}
}
