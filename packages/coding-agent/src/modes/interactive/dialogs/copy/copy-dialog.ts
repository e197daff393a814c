import type { CopyableText } from "../../../../conversation/queries/copyable-texts.ts";
import type { Dialog } from "../dialog.ts";
import { CopyPicker } from "./copy-picker.ts";

const names: Readonly<Record<CopyableText["kind"], string>> = {
	message: "Reply",
	prompt: "Prompt",
	code: "Code",
	quote: "Quote",
	command: "Command",
};

/** Chooses what to copy, with a look at it. */
export function copyDialog(texts: readonly CopyableText[]): Dialog<CopyableText> {
	return {
		title: "Copy",
		open: (context) => new CopyPicker(texts, context),
		plain: (lines) =>
			lines.choose(
				"Copy",
				texts.map((value) => ({ value, label: `${kindName(value)}: ${firstWords(value.text)}` })),
			),
	};
}

export function kindName({ kind }: CopyableText): string {
	return names[kind];
}

export function firstWords(text: string): string {
	return text.slice(0, 200).replace(/\s+/g, " ").trim();
}
