import { plainText, visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import { codeLines } from "../shared/view/code-lines.ts";
import { foldLines, previewLines } from "../shared/view/preview-lines.ts";
import { titleText } from "../shared/view/title-text.ts";
import { defineView } from "../view.ts";
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
		const lines = visibleText(code).trimEnd().split("\n");
		return lines.length < 2 ? [] : foldLines(codeLines(lines, "js", options), "head", options);
	},
	result({ text, details }, options) {
		const { theme } = options;
		const shots = (details?.screenshots ?? []).map(({ dest }) => theme.muted(titleText(`Screenshot ${dest}`)));
		const own = plainText(text)
			.split("\n")
			.filter((line) => !/^<\/?outside-content\b/.test(line) && !line.startsWith("Screenshot "))
			.join("\n");
		return [...previewLines(own, "tail", options), ...shots];
	},
});
