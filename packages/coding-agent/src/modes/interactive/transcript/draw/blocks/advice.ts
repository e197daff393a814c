import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { CustomBlock } from "../../reduce/block.ts";
import type { BlockRenderer } from "../parts/block-view.ts";
import { drawnBlock } from "../parts/drawn-block.ts";
import { paddedRows } from "../parts/padded-rows.ts";

/** Notes of an advisor, each with how serious it is. */
export const adviceRenderer: BlockRenderer<CustomBlock> = drawnBlock(({ details, text }, { theme, padding }, width) => {
	const notes = notesIn(details);
	const shown = notes.length > 0 ? notes : [{ note: text, severity: "nit", advisor: "" }];
	return shown.flatMap((note) => [
		...paddedRows([noteTitle(note, theme)], width, padding()),
		...paddedRows(replaceTabs(plainText(note.note)).split("\n"), width, padding() + 2),
	]);
});

interface ShownNote {
	readonly note: string;
	readonly severity: string;
	readonly advisor: string;
}

/** The details come from a session file, so they may be anything. */
function notesIn(details: unknown): ShownNote[] {
	const notes = isRecord(details) && Array.isArray(details.notes) ? details.notes : [];
	return notes.flatMap((note: unknown) => {
		if (!isRecord(note) || typeof note.note !== "string") return [];
		const severity = typeof note.severity === "string" ? note.severity : "nit";
		return [{ note: note.note, severity, advisor: typeof note.advisor === "string" ? note.advisor : "" }];
	});
}

function noteTitle({ severity, advisor }: ShownNote, theme: Theme): string {
	const { style, symbol } = looks(theme)[severity] ?? { style: theme.muted, symbol: theme.symbol("list.bullet") };
	const who = advisor === "" ? "Advisor" : `Advisor ${plainText(advisor)}`;
	return style(`${symbol} ${theme.bold(who)} · ${plainText(severity)}`);
}

function looks(
	theme: Theme,
): Readonly<Record<string, { readonly style: (text: string) => string; readonly symbol: string }>> {
	return {
		blocker: { style: theme.error, symbol: theme.symbol("status.error") },
		concern: { style: theme.warning, symbol: theme.symbol("status.warning") },
	};
}
