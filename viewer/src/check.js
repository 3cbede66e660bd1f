// Runs where the page's own script does not even parse, in a browser older than the target of build.mjs, and where it
// never comes: it is the last of the file.
addEventListener("DOMContentLoaded", () => {
	var app = document.getElementById("app");
	if (!app || app.querySelector("noscript")) {
		(app || document.body).textContent = Object.hasOwn
			? "This report is cut off: the end of the file is missing. Copy or download it again."
			: "This browser is too old for the report. Chrome or Edge 94, Firefox 113, Safari 16.4 or newer show it.";
	}
});
