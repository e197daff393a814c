import { fitToWidth } from "@oh-my-pi/pi-tui/text/pad";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { fuzzyFilter } from "@oh-my-pi/pi-tui/widgets/fuzzy";
import type { CopyableText } from "../conversation/queries/copyable-texts.ts";
import type { Dialog } from "./contract/dialog.ts";
import { TextPicker, type TextPickerOptions } from "./parts/text-picker.ts";

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
		open: (context) => new TextPicker(picking(texts, context.theme), context),
		plain: (lines) =>
			lines.choose(
				"Copy",
				texts.map((value) => ({ value, label: `${names[value.kind]}: ${firstWords(value.text)}` })),
			),
	};
}

function picking(texts: readonly CopyableText[], theme: Theme): TextPickerOptions<CopyableText> {
	const kindColumns = Math.max(0, ...texts.map(({ kind }) => names[kind].length));
	return {
		find: (query) => fuzzyFilter(query, texts, ({ kind, text }) => `${names[kind]} ${text}`),
		textOf: ({ text }) => text,
		draw({ kind, text }, isSelected) {
			const words = plainText(firstWords(text));
			return `${theme.muted(fitToWidth(names[kind], kindColumns))}  ${isSelected ? theme.accent(words) : words}`;
		},
		emptyText: () => (texts.length === 0 ? "Nothing to copy yet" : "No matches; Esc clears the search"),
		verb: "copy",
		maxRows: 8,
		previewRows: 6,
	};
}

function firstWords(text: string): string {
	return text.slice(0, 200).replace(/\s+/g, " ").trim();
}
