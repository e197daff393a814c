import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { previewLines } from "../view/preview-lines.ts";
import { titleText } from "../view/title-text.ts";
import { defineView } from "../view/view.ts";
import type { ResolveDetails, ResolveParams } from "./execute.ts";

export const resolveView = defineView<{ params: ResolveParams; details: ResolveDetails }>({
	shape: "inline",
	title: ({ action = "", reason }, { theme }) =>
		titleText(`Resolve: ${action}${reason ? ` ${theme.symbol("text.dot")} ${reason}` : ""}`),
	result(output, options) {
		const label = output.details?.label;
		const lines = previewLines(output.text, "head", options);
		return label ? [options.theme.muted(plainText(label)), ...lines] : lines;
	},
});
