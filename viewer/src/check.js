// Runs where the page's own script does not even parse: in a browser older than the target of build.mjs.
if (!Object.hasOwn) {
	document.getElementById("app").textContent =
		"This browser is too old for the report. Chrome or Edge 94, Firefox 113, Safari 16.4 or newer show it.";
}
