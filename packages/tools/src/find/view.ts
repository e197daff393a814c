import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { previewLines } from "../preview-lines.ts";
import { countOf, titleText } from "../title-view.ts";
import { defineView } from "../view.ts";
import { findTool } from "./find.ts";

export const findView = defineView(findTool, {
	shape: "inline",
	title: ({ path = "." }, { theme }) => titleText(`${theme.symbol("icon.search")} Find: ${path}`),
	result(output, options) {
		if (output.state !== "done" || !output.details) return previewLines(plainText(output.text), "head", options);
		const { files, truncated } = output.details;
		const found = files.length === 0 ? "nothing found" : countOf(files.length, "path", "paths");
		const lines = previewLines(plainText(files.join("\n")), "head", options);
		return [options.theme.muted(truncated ? `${found}, and there are more` : found), ...lines];
	},
});
