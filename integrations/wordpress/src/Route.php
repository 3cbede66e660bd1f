<?php
declare(strict_types=1);

namespace XHProf\WordPress;

/** The name of a kind of request, which has few values where paths and parameters have many. */
final class Route
{
	/** By the script that answers. */
	public static function ofScript(): string
	{
		if (wp_doing_cron()) {
			return 'cron';
		}
		if (defined('WP_CLI')) {
			return 'wp-cli';
		}
		if (wp_doing_ajax()) {
			return 'ajax';
		}
		$folder = is_network_admin() ? 'network/' : (is_user_admin() ? 'user/' : '');
		$script = self::script(is_admin() ? "wp-admin/$folder" : '');

		return is_admin() ? "admin:$folder$script" : $script;
	}

	/** $pagenow, which may come from behind the script's name in the URL. */
	private static function script(string $folder): string
	{
		$name = $GLOBALS['pagenow'] ?? '';

		return is_string($name) && $name !== '' && is_file(ABSPATH . $folder . basename($name))
			? basename($name) : 'index.php';
	}

	/** Actions that nothing listens to are a stranger's. */
	public static function ofAjax(): string
	{
		$action = $_REQUEST['action'] ?? '';
		if (!is_string($action) || $action === '') {
			return 'ajax:(unknown)';
		}
		// WordPress adds its own actions after admin_init: here they are functions only.
		$function = strtr($action, '-', '_');
		$isKnown = has_action("wp_ajax_$action") || has_action("wp_ajax_nopriv_$action")
			|| (strtolower($action) === $action
				&& (function_exists("wp_ajax_$function") || function_exists("wp_ajax_nopriv_$function")));

		return $isKnown ? "ajax:$action" : 'ajax:(unknown)';
	}

	/**
	 * /wp/v2/posts/{id} for /wp/v2/posts/7. Routes match in upper case, too, and some have parameters without a name.
	 *
	 * @param array<mixed> $parameters of the route
	 */
	public static function ofRest(string $path, array $parameters): string
	{
		foreach ($parameters as $name => $value) {
			if (is_scalar($value) && (string) $value !== '') {
				$path = (string) preg_replace('~/' . preg_quote((string) $value, '~') . '(?=/|$)~',
					"/{{$name}}", $path, 1);
			}
		}

		return 'rest:' . strtolower((string) preg_replace('~/\d+(?=/|$)~', '/{}', $path));
	}

	/** By the query of the page. */
	public static function ofQuery(): string
	{
		$simple = ['is_404' => '404', 'is_robots' => 'robots', 'is_favicon' => 'favicon', 'is_feed' => 'feed',
			'is_trackback' => 'trackback', 'is_embed' => 'embed', 'is_search' => 'search',
			'is_front_page' => 'front-page', 'is_home' => 'home', 'is_page' => 'page'];
		foreach ($simple as $condition => $route) {
			if ($condition()) {
				return $route;
			}
		}
		if (is_singular()) {
			return 'single:' . (string) get_post_type();
		}

		return is_archive() ? self::ofArchive() : 'index.php';
	}

	private static function ofArchive(): string
	{
		foreach (['is_category' => 'category', 'is_tag' => 'post_tag', 'is_author' => 'author',
			'is_date' => 'date'] as $condition => $kind) {
			if ($condition()) {
				return "archive:$kind";
			}
		}
		$object = get_queried_object();
		if ($object instanceof \WP_Term) {
			return "archive:$object->taxonomy";
		}

		return $object instanceof \WP_Post_Type ? "archive:$object->name" : 'archive';
	}
}
