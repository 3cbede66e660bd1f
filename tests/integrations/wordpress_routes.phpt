--TEST--
WordPress: tags name the kind of a request, its template and the user's role, and have no text that a stranger chose
--FILE--
<?php
require __DIR__ . '/integrations.inc';
require __DIR__ . '/wordpress.inc';

use XHProf\WordPress\Route;
use XHProf\WordPress\Tags;

/* The tags, as a run has them. */
function tags(): string
{
	xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
	$run = XHProf\Profile::parse(xhprof_stop()->export('json'))->meta();
	foreach (['route', 'template', 'role'] as $key) {
		xhprof_tag($key, '');
	}
	return json_encode($run['xhprof']['tags'] ?? [], JSON_UNESCAPED_SLASHES);
}

echo "By the query:\n";
foreach ([['is_404'], ['is_feed', 'is_archive'], ['is_front_page', 'is_home'], ['is_home'],
	['is_front_page', 'is_page', 'is_singular'], ['is_page', 'is_singular'], ['is_singular', 'post_type' => 'post'],
	['is_singular', 'post_type' => 'product'], ['is_archive', 'is_category', 'object' => new WP_Term('category')],
	['is_archive', 'object' => new WP_Term('product_cat')], ['is_archive', 'object' => new WP_Post_Type('book')],
	['is_archive', 'is_date'], ['is_archive', 'is_author'], ['is_archive'], ['is_search'], []] as $is) {
	echo Route::ofQuery(), "\n";
}

echo "By the script:\n";
foreach ([[], ['is_admin'], ['is_admin', 'is_network_admin'], ['wp_doing_cron'],
	['wp_doing_ajax', 'is_admin']] as $is) {
	foreach (['wordpress.inc', 'a-stranger.php'] as $pagenow) {
		echo Route::ofScript(), ' ';
	}
	echo "\n";
}

echo "By the route and action:\n";
$is = [];
foreach ([['/wp/v2/posts', []], ['/wp/v2/posts/7', ['id' => '7']], ['/wp/v2/posts/7/revisions/71',
	['parent' => '7', 'id' => 71]], ['/wp/v2/templates/theme//single', ['id' => 'theme//single']],
	['/shop/v1/a.b/(x)', ['name' => '(x)', 'none' => '', 'list' => []]], ['/Shop/V1/orders/12/3', []]] as $rest) {
	echo Route::ofRest(...$rest), "\n";
}
add_action('wp_ajax_heartbeat', 'strlen');
function wp_ajax_save_order(): void
{
}
foreach (['heartbeat', 'save-order', 'Save-Order', 'a-stranger', ['x'], null] as $_REQUEST['action']) {
	echo Route::ofAjax(), "\n";
}

echo "Tags:\n";
Tags::register();
$pagenow = 'index.php';
do_action('init');
echo tags(), "\n";
$_COOKIE['user'] = 'admin';
do_action('init');
$is = ['is_singular', 'post_type' => 'post'];
do_action('template_redirect');
echo apply_filters('template_include', '/themes/shop/single.php'), ' ', tags(), "\n";
$_wp_current_template_id = 'shop//page-about';
apply_filters('template_include', '/wp-includes/template-canvas.php');
echo tags(), "\n";
$is = ['is_admin', 'wp_doing_ajax'];
$_REQUEST['action'] = 'heartbeat';
do_action('init');
do_action('admin_init');
echo tags(), "\n";
$is = ['is_admin'];
do_action('init');
do_action('admin_init');
$page_hook = 'settings_page_shop';
do_action('current_screen');
echo tags(), "\n";
apply_filters('rest_request_before_callbacks', null, [], new WP_REST_Request('/wp/v2/types', []));
echo tags(), " outside of the REST API\n";
define('REST_REQUEST', true);
$_COOKIE['user'] = '';
echo var_export(apply_filters('rest_request_before_callbacks', null, [],
	new WP_REST_Request('/wp/v2/posts/7', ['id' => '7'])), true);
apply_filters('rest_request_before_callbacks', null, [], new WP_REST_Request('/wp/v2/users/1', ['id' => '1']));
echo tags(), "\n";
?>
--EXPECT--
By the query:
404
feed
front-page
home
front-page
page
single:post
single:product
archive:category
archive:product_cat
archive:book
archive:date
archive:author
archive
search
index.php
By the script:
wordpress.inc index.php 
admin:index.php admin:index.php 
admin:network/index.php admin:network/index.php 
cron cron 
ajax ajax 
By the route and action:
rest:/wp/v2/posts
rest:/wp/v2/posts/{id}
rest:/wp/v2/posts/{parent}/revisions/{id}
rest:/wp/v2/templates/{id}
rest:/shop/v1/a.b/{name}
rest:/shop/v1/orders/{}/{}
ajax:heartbeat
ajax:save-order
ajax:(unknown)
ajax:(unknown)
ajax:(unknown)
ajax:(unknown)
Tags:
{"route":"index.php","role":"visitor"}
/themes/shop/single.php {"route":"single:post","role":"administrator","template":"single.php"}
{"template":"page-about.html"}
{"route":"ajax:heartbeat","role":"administrator"}
{"route":"admin:settings_page_shop","role":"administrator"}
[] outside of the REST API
NULL{"route":"rest:/wp/v2/posts/{id}","role":"visitor"}
