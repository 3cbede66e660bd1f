<?php
declare(strict_types=1);

namespace XHProf\WordPress;

/** Tags each request, and gives permitted users the admin bar's entry, its reports and Query Monitor's panel. */
final class Plugin
{
	public static function start(): void
	{
		Tags::register();
		if (PHP_SAPI === 'cli') {
			return;
		}
		$recording = new Recording();
		$request = new ProfileRequest($recording);
		$request->begin(); // as early as a plugin can
		add_action('init', [$request, 'decide'], -1000);
		add_action('admin_bar_menu', [new AdminBar($request), 'add'], 900);
		add_action('admin_post_' . Reports::ACTION, [Reports::class, 'show']);
		Panel::register($recording);
	}

	/** Runs show how the site works. On a network, they show it of all of its sites. */
	public static function isAllowed(): bool
	{
		return current_user_can((string) apply_filters('xhprof_capability',
			is_multisite() ? 'manage_network' : 'manage_options'));
	}

	/** As the client sent it: WordPress adds slashes. */
	public static function server(string $name): string
	{
		$value = wp_unslash($_SERVER[$name] ?? '');

		return is_string($value) ? $value : '';
	}
}
