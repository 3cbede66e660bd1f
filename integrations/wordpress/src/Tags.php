<?php
declare(strict_types=1);

namespace XHProf\WordPress;

/**
 * Tags the request with its route, its template and the user's role. None of them has ids, or text that a stranger
 * chose.
 */
final class Tags
{
	/** Whether the REST route is that of the request: blocks and embeds dispatch others within it. */
	private static bool $hasRestRoute = false;

	public static function register(): void
	{
		self::$hasRestRoute = false;
		add_action('init', [self::class, 'begin'], -900);
		add_action('admin_init', [self::class, 'admin'], PHP_INT_MAX);
		add_action('current_screen', [self::class, 'screen']);
		add_action('template_redirect', [self::class, 'page'], -1000);
		add_filter('template_include', [self::class, 'template'], PHP_INT_MAX);
		add_filter('rest_request_before_callbacks', [self::class, 'rest'], 10, 3);
	}

	/** Until more is known. */
	public static function begin(): void
	{
		xhprof_tag('route', Route::ofScript());
		self::role();
	}

	public static function admin(): void
	{
		if (wp_doing_ajax()) {
			xhprof_tag('route', Route::ofAjax());
		}
	}

	/** Pages of plugins share their script: admin.php, options-general.php. */
	public static function screen(): void
	{
		$hook = $GLOBALS['page_hook'] ?? null;
		if (is_string($hook) && $hook !== '') {
			xhprof_tag('route', "admin:$hook");
		}
	}

	public static function page(): void
	{
		xhprof_tag('route', Route::ofQuery());
	}

	/**
	 * @param mixed $file
	 * @return mixed
	 */
	public static function template($file)
	{
		if (is_string($file)) {
			$block = $GLOBALS['_wp_current_template_id'] ?? ''; // "theme//single", of a theme of blocks
			$isBlock = basename($file) === 'template-canvas.php' && is_string($block) && $block !== '';
			xhprof_tag('template', $isBlock ? substr((string) strrchr("/$block", '/'), 1) . '.html' : basename($file));
		}

		return $file;
	}

	/**
	 * @param mixed $response
	 * @param mixed $handler
	 * @param mixed $request
	 * @return mixed
	 */
	public static function rest($response, $handler, $request)
	{
		if (!self::$hasRestRoute && defined('REST_REQUEST') && $request instanceof \WP_REST_Request) {
			self::$hasRestRoute = true;
			xhprof_tag('route', Route::ofRest($request->get_route(), $request->get_url_params()));
			self::role(); // a request without a nonce has lost its user since
		}

		return $response;
	}

	private static function role(): void
	{
		$roles = array_values(wp_get_current_user()->roles);
		xhprof_tag('role', is_user_logged_in() ? $roles[0] ?? '(none)' : 'visitor');
	}
}
