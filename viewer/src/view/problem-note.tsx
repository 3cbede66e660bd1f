/** Says what is broken, in the place of what cannot be shown. */
export function ProblemNote({ text }: { text: string }) {
	return (
		<div class="problem" role="alert">
			<h1>This report cannot be shown whole</h1>
			<p>{text}</p>
		</div>
	);
}
