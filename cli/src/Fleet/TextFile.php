<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet;

/** A string as a file that is read once, front to back, without a file: PHP's own ways to it can be switched off or touch the disk. */
final class TextFile
{
	private const SCHEME = 'xhprof-text';

	private static string $next = '';

	/** @var resource|null PHP sets it */
	public $context;

	private string $text = '';
	private int $offset = 0;

	/**
	 * @template T
	 * @param \Closure(string): T $reader gets the name
	 * @return T
	 */
	public static function read(string $text, \Closure $reader): mixed
	{
		if (!in_array(self::SCHEME, stream_get_wrappers(), true)) {
			stream_wrapper_register(self::SCHEME, self::class);
		}
		self::$next = $text;
		try {
			return $reader(self::SCHEME . '://text');
		} finally {
			self::$next = '';
		}
	}

	public function stream_open(): bool
	{
		[$this->text, self::$next] = [self::$next, ''];

		return true;
	}

	public function stream_read(int $bytes): string
	{
		$data = substr($this->text, $this->offset, $bytes);
		$this->offset += strlen($data);

		return $data;
	}

	public function stream_eof(): bool
	{
		return $this->offset >= strlen($this->text);
	}

	/** @return array<string, int> */
	public function stream_stat(): array
	{
		return ['size' => strlen($this->text)];
	}
}
