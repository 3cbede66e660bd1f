<?php
declare(strict_types=1);

namespace XHProf\Cli\Help;

use XHProf\Cli\Run\RunFormat;
use XHProf\Profile;

/** The script that a shell loads to complete commands, options, formats and files. */
final class Completion
{
	/** @var list<string> */
	public const SHELLS = ['bash', 'zsh', 'fish'];

	public static function of(string $shell): string
	{
		return match ($shell) {
			'fish' => self::fish(),
			'zsh' => "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n"
				. self::bash(),
			default => self::bash(),
		};
	}

	/** After a script's name, and for the values of options, files are completed. */
	private static function bash(): string
	{
		$cases = '';
		foreach (self::commands() as $command => $options) {
			$cases .= "\t\t$command) words='" . implode(' ',
				array_map(static fn (string $option): string => "--$option", array_keys($options))) . "' ;;\n";
		}
		$commands = implode(' ', array_keys(Reference::commands()));
		$formats = self::formats();

		return <<<BASH
			# Completion of xhprof: eval "$(xhprof completion bash)"
			_xhprof() {
				local word=\${COMP_WORDS[COMP_CWORD]} words='' i
				COMPREPLY=()
				for ((i = 2; i < COMP_CWORD; i++)); do
					[ "\${COMP_WORDS[i]}" != -- ] || return 0
				done
				case \${COMP_WORDS[1]} in
			{$cases}	esac
				[ "\$COMP_CWORD" -gt 1 ] || words='$commands'
				if [ "\${COMP_WORDS[COMP_CWORD - 1]}" = --format ]; then
					COMPREPLY=(\$(compgen -W '$formats' -- "\$word"))
				elif [ "\$COMP_CWORD" = 1 ] || [ "\${word:0:1}" = - ]; then
					COMPREPLY=(\$(compgen -W "\$words" -- "\$word"))
				fi
			}
			complete -o default -F _xhprof xhprof

			BASH;
	}

	private static function fish(): string
	{
		$lines = "# Completion of xhprof: xhprof completion fish | source\n";
		foreach (self::commands() as $command => $options) {
			$lines .= "complete -c xhprof -n __fish_use_subcommand -f -a $command -d "
				. self::quoted(Reference::command($command)['summary']) . "\n";
			foreach ($options as $option => $about) {
				$lines .= "complete -c xhprof -n '__fish_seen_subcommand_from $command' -l $option"
					. ($about['value'] === null ? '' : ' -r')
					. ($option === 'format' ? ' -f -a ' . self::quoted(self::formats()) : '') . ' -d '
					. self::quoted($about['text']) . "\n";
			}
		}

		return $lines;
	}

	/** All formats; none without the extension, which knows them. */
	private static function formats(): string
	{
		return class_exists(Profile::class, false) ? implode(' ', RunFormat::names()) : '';
	}

	/** The first part of a text, as fish quotes it. */
	private static function quoted(string $text): string
	{
		$short = (string) preg_replace('/[:;.](\s.*)?$/s', '', str_replace('`', '', Reference::unlinked($text)));

		return "'" . addcslashes($short, "\\'") . "'";
	}

	/** @return array<string, array<string, array{value: ?string, text: string}>> options by command */
	private static function commands(): array
	{
		$commands = [];
		foreach (array_keys(Reference::commands()) as $name) {
			$command = Reference::command($name);
			$commands[$name] = $command['options'] + $command['more']
				+ ['help' => ['value' => null, 'text' => 'describe the command']];
		}

		return $commands;
	}
}
