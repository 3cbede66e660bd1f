<?php
declare(strict_types=1);

namespace XHProf\WordPress;

/**
 * "Profile this page". The link has a nonce; whoever may follow it gets a token for one request, as a cookie, and is
 * sent to the page. With the token that request is profiled from here on or, by the secret of php.ini, from its start.
 */
final class ProfileRequest
{
	/** Of the link: "report" or "page", which is shown afterwards. */
	public const ARGUMENT = 'xhprof_profile';
	public const NONCE = 'xhprof_nonce';
	private const COOKIE = 'xhprof_profile';
	private const SECONDS = 60;

	/** It processes and shows what it collected at 9. */
	private const BEFORE_QUERY_MONITOR = 8;

	private Recording $recording;

	/** @var array{user: int, path: string, show: string}|null the wish that the token stands for */
	private ?array $wish = null;

	public function __construct(Recording $recording)
	{
		$this->recording = $recording;
	}

	/** The address of the current page, with what makes it profile itself. */
	public static function link(string $show): string
	{
		return add_query_arg([self::ARGUMENT => $show, self::NONCE => wp_create_nonce(self::ARGUMENT)]);
	}

	/** Before anyone is known: a token that we gave is all that starts a run. */
	public function begin(): void
	{
		$token = $_COOKIE[self::COOKIE] ?? null;
		if (!is_string($token) || preg_match('/^[0-9a-f]{32}$/D', $token) !== 1) {
			return;
		}
		$wish = get_transient("xhprof_wish_$token");
		// Others of the browser's requests may have it, too, as those for pictures.
		if (!is_array($wish) || ($wish['path'] ?? null) !== self::path()) {
			return;
		}
		delete_transient("xhprof_wish_$token");
		$this->wish = ['user' => (int) ($wish['user'] ?? 0), 'path' => self::path(),
			'show' => (string) ($wish['show'] ?? '')];
		$this->recording->begin();
	}

	public function decide(): void
	{
		if ($this->wish !== null) {
			$this->obey($this->wish);
		} elseif (isset($_GET[self::ARGUMENT], $_GET[self::NONCE]) && is_string($_GET[self::NONCE])
			&& Plugin::isAllowed() && wp_verify_nonce($_GET[self::NONCE], self::ARGUMENT) !== false) {
			$this->grant($_GET[self::ARGUMENT] === 'page' ? 'page' : 'report');
		}
	}

	/** @param array{user: int, path: string, show: string} $wish */
	private function obey(array $wish): void
	{
		self::cookie(self::COOKIE, '', $wish['path']);
		if (self::secret() !== '') {
			self::cookie('XHPROF_TRIGGER', '', $wish['path']);
		}
		if (get_current_user_id() !== $wish['user'] || !Plugin::isAllowed()) {
			$this->recording->cancel();
			$this->wish = null;
			return;
		}
		$id = $this->recording->id();
		if ($id === null) {
			return;
		}
		defined('DONOTCACHEPAGE') || define('DONOTCACHEPAGE', true);
		nocache_headers();
		if ($wish['show'] === 'report') {
			add_filter('qm/dispatch/html', '__return_false'); // nobody sees it
			ob_start((new Redirection(Reports::address($id)))->handler());
		}
		add_action('shutdown', [$this, 'finish'],
			$wish['show'] === 'report' ? PHP_INT_MAX : self::BEFORE_QUERY_MONITOR);
	}

	public function finish(): void
	{
		$profile = $this->recording->finish();
		$id = $this->recording->id();
		if ($profile !== null && $id !== null) {
			Reports::keep($id, $profile);
		}
	}

	/** Sends the browser to the page itself, with the token. */
	private function grant(string $show): void
	{
		$page = remove_query_arg([self::ARGUMENT, self::NONCE], Plugin::server('REQUEST_URI'));
		$token = bin2hex(random_bytes(16));
		set_transient("xhprof_wish_$token",
			['user' => get_current_user_id(), 'path' => self::path(), 'show' => $show], self::SECONDS);
		self::cookie(self::COOKIE, $token, self::path());
		if (self::secret() !== '') {
			self::cookie('XHPROF_TRIGGER', self::secret(), self::path());
		}
		nocache_headers();
		if (wp_safe_redirect($page, 303, 'xhprof')) {
			exit;
		}
	}

	/** By it php.ini profiles a request from its start; empty: it does not. */
	private static function secret(): string
	{
		return in_array(strtolower((string) ini_get('xhprof.auto')), ['trigger', 'always'], true)
			? (string) ini_get('xhprof.trigger_secret') : '';
	}

	private static function path(): string
	{
		return explode('?', Plugin::server('REQUEST_URI'), 2)[0];
	}

	/** For requests of this page; an empty value removes it. */
	private static function cookie(string $name, string $value, string $path): void
	{
		if (!headers_sent()) {
			setcookie($name, $value, ['expires' => $value === '' ? 1 : time() + self::SECONDS,
				'path' => preg_match('/[;,\s]/', $path) === 1 ? '/' : $path,
				'secure' => is_ssl(), 'httponly' => true, 'samesite' => 'Strict']);
		}
	}

	public function recording(): Recording
	{
		return $this->recording;
	}

	/** True in the request that was to be profiled. */
	public function isWished(): bool
	{
		return $this->wish !== null;
	}
}
