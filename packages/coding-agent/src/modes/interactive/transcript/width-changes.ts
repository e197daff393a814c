import type { Terminal } from "@oh-my-pi/pi-tui/terminal/terminal";

/** Long enough for the screen itself to have found its place again. */
const settleMs = 200;

/** Calls back when the terminal has had another width for a moment; gives the way to end that. */
export function onWidthChange(terminal: Pick<Terminal, "columns" | "onResize">, act: () => void): () => void {
	let { columns } = terminal;
	let timer: ReturnType<typeof setTimeout> | undefined;
	const unsubscribe = terminal.onResize(() => {
		clearTimeout(timer);
		timer = setTimeout(() => {
			if (terminal.columns === columns) return;
			columns = terminal.columns;
			act();
		}, settleMs);
	});
	return () => {
		clearTimeout(timer);
		unsubscribe();
	};
}
