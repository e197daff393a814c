import { plainText, visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import { codeLines } from "../view/code-lines.ts";
import { foldLines, previewLines } from "../view/preview-lines.ts";
import { titleText } from "../view/title-text.ts";
import { defineView } from "../view/view.ts";
import type { browserTool } from "./browser.ts";

export const browserView = defineView<typeof browserTool>({
	shape: "gutter",
	title({ action, name = "main", url, app, code = "", all }) {
		switch (action) {
			case "open":
				return titleText(`Open ${url ?? app?.path ?? app?.cdp_url ?? "a tab"}${name === "main" ? "" : ` in ${name}`}`);
			case "close":
				return all ? "Close every tab" : titleText(`Close tab ${name}`);
			default: {
				const lines = code.trim().split("\n");
				const tab = name === "main" ? "Browser" : `Browser ${name}`;
				// Several lines are shown below.
				return titleText(lines.length === 1 ? `${tab}: ${lines[0]}` : tab);
			}
		}
	},
	call({ code = "" }, options) {
		const lines = unindented(visibleText(code));
		return lines.length < 2 ? [] : foldLines(codeLines(lines, "js", options), "head", options);
	},
	result({ text, details }, options) {
		const { theme } = options;
		const shots = (details?.screenshots ?? []).map(({ dest }) => theme.muted(titleText(`Screenshot ${dest}`)));
		const visibleOutput = plainText(text)
			.split("\n")
			.filter((line) => !forTheModel.test(line))
			.join("\n");
		return [...previewLines(visibleOutput, "tail", options), ...shots];
	},
});

/** Marks of text from outside, where pictures are, which are shown below, and how a tab is used. */
const forTheModel = /^(?:<\/?outside-content\b|Screenshot |In run, `tab` has: )/;

/** Without the blank lines and spaces around all of it. */
function unindented(code: string): readonly string[] {
	const lines = code
		.replace(/^(?:[ \t]*\n)+/, "")
		.trimEnd()
		.split("\n");
	const widths = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
	const indent = Math.min(...widths, Number.MAX_SAFE_INTEGER);
	return lines.map((line) => line.slice(indent));
}
