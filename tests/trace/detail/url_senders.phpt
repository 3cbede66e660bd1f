--TEST--
Each function of this PHP that opens a URL is named with it
--INI--
opcache.optimization_level=0
--FILE--
<?php
/* Port 1 refuses: what matters is that they ask. */
const URL = 'http://127.0.0.1:1/a';
$document = class_exists('DOMDocument') ? new DOMDocument : null;
$document?->loadXML('<a/>');
$calls = [
	'DOMDocument::load' => fn () => $document->load(URL),
	'DOMDocument::loadHTMLFile' => fn () => $document->loadHTMLFile(URL),
	'DOMDocument::relaxNGValidate' => fn () => $document->relaxNGValidate(URL),
	'DOMDocument::schemaValidate' => fn () => $document->schemaValidate(URL),
	'Dom\Document::relaxNgValidate' => fn () => Dom\XMLDocument::createFromString('<a/>')->relaxNgValidate(URL),
	'Dom\Document::schemaValidate' => fn () => Dom\XMLDocument::createFromString('<a/>')->schemaValidate(URL),
	'Dom\HTMLDocument::createFromFile' => fn () => Dom\HTMLDocument::createFromFile(URL),
	'Dom\XMLDocument::createFromFile' => fn () => Dom\XMLDocument::createFromFile(URL),
	'SimpleXMLElement::__construct' => fn () => new SimpleXMLElement(URL, 0, true),
	'SplFileObject::__construct' => fn () => new SplFileObject(URL),
	'XMLReader::fromUri' => fn () => XMLReader::fromUri(URL),
	'XMLReader::open' => fn () => (new XMLReader)->open(URL),
	'exif_imagetype' => fn () => exif_imagetype(URL),
	'exif_read_data' => fn () => exif_read_data(URL),
	'exif_thumbnail' => fn () => exif_thumbnail(URL),
	'finfo::file' => fn () => (new finfo)->file(URL),
	'finfo_file' => fn () => finfo_file(finfo_open(), URL),
	'get_meta_tags' => fn () => get_meta_tags(URL),
	'getimagesize' => fn () => getimagesize(URL),
	'gzfile' => fn () => gzfile(URL),
	'gzopen' => fn () => gzopen(URL, 'r'),
	'hash_file' => fn () => hash_file('md5', URL),
	'hash_hmac_file' => fn () => hash_hmac_file('md5', URL, 'key'),
	'hash_update_file' => fn () => hash_update_file(hash_init('md5'), URL),
	'imagecreatefromjpeg' => fn () => imagecreatefromjpeg(URL),
	'imagecreatefrompng' => fn () => imagecreatefrompng(URL),
	'md5_file' => fn () => md5_file(URL),
	'mime_content_type' => fn () => mime_content_type(URL),
	'readgzfile' => fn () => readgzfile(URL),
	'sha1_file' => fn () => sha1_file(URL),
	'simplexml_load_file' => fn () => simplexml_load_file(URL),
];
$count = 0;
foreach ($calls as $name => $call) {
	[$class, $method] = str_contains($name, '::') ? explode('::', $name) : [null, $name];
	if ($class === null ? !function_exists($method) : !method_exists($class, $method)) {
		continue;
	}
	xhprof_enable(0, ['texts' => true]);
	try {
		@$call();
	} catch (Throwable) {
	}
	$found = preg_grep('~==>' . preg_quote("$name#" . URL) . '$~', array_keys(xhprof_disable()));
	echo $found === [] ? "$name: without its URL\n" : '';
	$count++;
}
var_dump($count > 6);
?>
--EXPECT--
bool(true)
