<?php
declare(strict_types=1);

namespace XHProf\Cli\Doctor;

/** The output of php -i, as text or, from php-cgi, in HTML. */
final class PhpInfo
{
	private const NONE = ['(none)', 'no value', ''];

	/** @param array<string, array<string, string>> $sections by their names in lower case; "" is the head */
	private function __construct(private readonly array $sections, private readonly string $text)
	{
	}

	public static function of(string $text): self
	{
		if (str_contains($text, '<td class="e">')) {
			$text = self::plain($text);
		}
		$sections = ['' => []];
		$section = $key = '';
		foreach (explode("\n", $text) as $line) {
			$parts = explode(' => ', $line, 2);
			if (count($parts) === 2) {
				$key = $parts[0];
				// "LOCAL => MASTER"
				$sections[$section][$key] ??= $parts[1];
			} elseif (preg_match('~^/\S+\.ini,?$~D', $line) === 1) {
				$sections[$section][$key] = ($sections[$section][$key] ?? '') . $line;
			} elseif (preg_match('/^[\w .-]+$/D', $line) === 1) {
				$section = strtolower($line);
				$sections[$section] ??= [];
			}
		}

		return new self($sections, $text);
	}

	/** "" if it is not there, or empty. */
	public function value(string $key, string $section = ''): string
	{
		$value = $this->sections[$section][$key] ?? '';

		return in_array($value, self::NONE, true) ? '' : $value;
	}

	/** The value for the whole PHP, without changes by a folder or a request; "" if it is not set. */
	public function setting(string $name, string $module): string
	{
		$value = explode(' => ', $this->sections[strtolower($module)][$name] ?? '')[0];

		return $value === 'no value' ? '' : $value;
	}

	/** @return list<string> the names of its settings */
	public function settings(string $module): array
	{
		return array_values(array_filter(array_keys($this->sections[strtolower($module)] ?? []),
			static fn (string $name): bool => str_starts_with($name, "$module.")));
	}

	public function hasModule(string $name): bool
	{
		return isset($this->sections[strtolower($name)]);
	}

	/** @return list<string> the php.ini first */
	public function iniFiles(): array
	{
		$all = $this->value('Loaded Configuration File') . ',' . $this->value('Additional .ini files parsed');

		return array_values(array_filter(array_map(trim(...), explode(',', $all))));
	}

	/** PHP's warning at its start if it did not load the module, or has it twice. */
	public function complaint(): string
	{
		$line = '/^(?:PHP )?Warning:\s+(?:PHP Startup: )?(.*xhprof.*?)(?: in Unknown on line 0)?$/mi';

		return preg_match($line, $this->text, $found) === 1 ? $found[1] : '';
	}

	/**
	 * The module's warnings, and lines for the log, of values that it does not accept.
	 *
	 * @return list<string> "xhprof.auto must be one of off, trigger, always, not "allways"; using the default"
	 */
	public function refusals(): array
	{
		preg_match_all('/^(?:PHP )?Warning:\s+(?:PHP Startup: )?(xhprof\.\w+ .*?)(?: in Unknown on line 0)?$/mi',
			$this->text, $warnings);
		preg_match_all('/^(?:\[[^]]*\] NOTICE: PHP message: )?xhprof: (xhprof\.\w+ has an unknown .*)$/m',
			$this->text, $lines);

		return array_values(array_unique([...$warnings[1], ...$lines[1]]));
	}

	private static function plain(string $html): string
	{
		// The head of the page is no title of a module.
		$text = preg_replace(['~\s*</td><td[^>]*>~', '~<h2>~', '~</h2>~', '~<style.*?</style>|<title>.*?</title>~s',
			'~<h1[^>]*>PHP Version (.*?)</h1>~'], [' => ', "\n", "\n", '', 'PHP Version => $1'], $html);
		$lines = array_map(trim(...), explode("\n", html_entity_decode(strip_tags((string) $text))));

		return implode("\n", $lines);
	}
}
