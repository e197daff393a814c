import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { previewLines } from "../view/preview-lines.ts";
import { titleText } from "../view/title-text.ts";
import { defineView } from "../view.ts";
import type { resolveTool } from "./resolve.ts";

export const resolveView = defineView<typeof resolveTool>({
	shape: "inline",
	title: ({ action = "", reason }, { theme }) =>
		titleText(`Resolve: ${action}${reason ? ` ${theme.symbol("text.dot")} ${reason}` : ""}`),
	result(output, options) {
		const label = output.details?.label;
		const lines = previewLines(output.text, "head", options);
		return label ? [options.theme.muted(plainText(label)), ...lines] : lines;
	},
});
