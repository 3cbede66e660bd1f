// Runs the program, which is packed in the element before, as an element whose text the page's policy knows by its
// hash.
if (window.DecompressionStream) {
	document.getElementById("app").textContent = "";
	const packed = Uint8Array.from(atob(document.getElementById("program").textContent), (c) =>
		c.charCodeAt(0),
	);
	new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")))
		.text()
		.then((text) => {
			const script = document.createElement("script");
			script.textContent = text;
			document.body.append(script);
			if (!document.getElementById("app").firstChild) {
				sayOld();
			}
		});
}
