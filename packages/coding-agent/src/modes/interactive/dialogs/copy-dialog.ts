import type { CopyableText } from "../../../conversation/queries/copyable-texts.ts";
import type { Dialog } from "./dialog.ts";
import { selectDialog } from "./select-dialog.ts";

const names: Readonly<Record<CopyableText["kind"], string>> = {
	message: "Reply",
	prompt: "Prompt",
	code: "Code",
	quote: "Quote",
	command: "Command",
};

/** Chooses what to copy, with the beginning of each. */
export function copyDialog(texts: readonly CopyableText[]): Dialog<CopyableText> {
	return selectDialog({
		title: "Copy",
		items: texts.map((text) => ({
			value: text,
			label: `${names[text.kind].padEnd(8)} ${text.text.trim().replace(/\s+/g, " ").slice(0, 200)}`,
		})),
		emptyText: "Nothing like that was said",
	});
}
