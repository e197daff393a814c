import { fitToWidth } from "@oh-my-pi/pi-tui/text/pad";
import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import { money } from "../text/money.ts";
import type { BatchProgress, Counts } from "./fleet-feed.ts";

/** A row for each batch: name, bar, numbers, cost. */
export function drawBars(batches: readonly BatchProgress[], width: number, theme: Theme): string[] {
	const nameColumns = Math.min(
		Math.max(8, ...batches.map(({ batch }) => batch.name.length)),
		Math.max(8, Math.floor(width / 5)),
	);
	return batches.map(({ batch, counts }) => {
		const name = fitToWidth(truncateToWidth(visibleText(oneLine(batch.name)), nameColumns), nameColumns);
		const cap = batch.limits.usd === undefined ? "" : ` of ${money(batch.limits.usd)}`;
		const numbers = countWords(counts, theme, width < 80);
		const cost = theme.muted(`${money(counts.usd)}${width < 80 ? "" : cap}`);
		const barColumns = Math.max(6, Math.min(40, Math.floor(width / 4)));
		const paused = batch.isPaused ? theme.warning(" paused") : "";
		return truncateToWidth(
			`${theme.bold(name)} ${bar(counts, barColumns, theme)} ${numbers} ${cost}${paused}`,
			width,
			theme.symbol("text.ellipsis"),
		);
	});
}

/** Parts of the bar: done, failed or cancelled, under way, waiting for a worker. */
function bar({ done, failed, cancelled, running, waiting, queued }: Counts, columns: number, theme: Theme): string {
	const total = done + failed + cancelled + running + waiting + queued;
	if (total === 0) return theme.dim("-".repeat(columns));
	const isAscii = theme.symbol("nav.cursor") === ">";
	const [full, half, empty] = isAscii ? ["#", "=", "-"] : ["█", "▒", "░"];
	let before = 0;
	let drawn = 0;
	const part = (count: number, sign: string | undefined, style: (text: string) => string) => {
		before += count;
		// What is there is seen, however little it is.
		const until = before === total ? columns : Math.min(columns - 1, Math.round((before / total) * columns));
		const length = Math.max(0, until - drawn);
		drawn += length;
		return style((sign ?? "").repeat(length));
	};
	return (
		part(done, full, theme.success) +
		part(failed + cancelled, full, theme.error) +
		part(running + waiting, half, theme.accent) +
		part(queued, empty, theme.dim)
	);
}

function countWords(counts: Counts, theme: Theme, isShort: boolean): string {
	const total = counts.done + counts.failed + counts.cancelled + counts.running + counts.waiting + counts.queued;
	const words = [
		theme.success(`${counts.done}/${total}${isShort ? "" : " done"}`),
		...(counts.failed > 0 ? [theme.error(`${counts.failed} failed`)] : []),
		...(counts.cancelled > 0 && !isShort ? [theme.muted(`${counts.cancelled} cancelled`)] : []),
		...(counts.waiting > 0 ? [theme.warning(`${counts.waiting} ${counts.waiting === 1 ? "asks" : "ask"}`)] : []),
		...(counts.running > 0 && !isShort ? [theme.accent(`${counts.running} running`)] : []),
	];
	return words.join(" ");
}
