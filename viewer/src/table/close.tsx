/** Closes what it stands in, as Esc does. */
export function CloseButton({ close }: { close: () => void }) {
	return (
		<button type="button" class="icon close" title="close (Esc)" aria-label="close" onClick={close}>
			×
		</button>
	);
}
