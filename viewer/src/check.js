// Runs where the page's own script does not even parse, in a browser older than the target of build.mjs, and where it
// never comes: what unpacks it is the last of the file.
function say(text) {
	(document.getElementById("app") || document.body).textContent = text;
}
function sayOld() {
	say(
		"This browser is too old for the report. Chrome or Edge 94, Firefox 113, Safari 16.4 or newer show it.",
	);
}
addEventListener("DOMContentLoaded", () => {
	var app = document.getElementById("app");
	if (!app || app.querySelector("noscript")) {
		if (window.DecompressionStream) {
			say("This report is cut off: the end of the file is missing. Copy or download it again.");
		} else {
			sayOld();
		}
	}
});
