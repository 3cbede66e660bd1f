<?php
declare(strict_types=1);

namespace XHProf\WordPress;

/** Puts a redirection in place of the page: an output buffer whose content nobody gets. */
final class Redirection
{
	private string $address;

	public function __construct(string $address)
	{
		$this->address = $address;
	}

	/** @return callable(string, int): string */
	public function handler(): callable
	{
		return function (string $text, int $phase): string {
			if (($phase & PHP_OUTPUT_HANDLER_FINAL) === 0) {
				return '';
			}
			if (!headers_sent()) {
				array_map('header_remove',
					['Content-Encoding', 'Content-Length', 'Content-Disposition', 'ETag', 'Last-Modified']);
				header('Content-Type: text/html; charset=UTF-8');
				header("Location: $this->address", true, 303);
			}
			$address = htmlspecialchars($this->address, ENT_QUOTES);

			// For a page that sent its headers early.
			return "<!doctype html><meta http-equiv=\"refresh\" content=\"0; url=$address\">"
				. "<a href=\"$address\">The report</a>";
		};
	}
}
