import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { foldNote } from "../view/fold-note.ts";
import { previewLines } from "../view/preview-lines.ts";
import { countOf, titleText } from "../view/title-text.ts";
import { treeLines } from "../view/tree-lines.ts";
import { defineView } from "../view/view.ts";
import type { webSearchTool } from "./web-search.ts";

const collapsedSources = 6;

export const webSearchView = defineView<typeof webSearchTool>({
	shape: "inline",
	icon: (_params, theme) => theme.symbol("icon.search"),
	title: ({ query = "" }) => titleText(`Web search: ${query}`),
	meta({ state, details }) {
		const response = details?.response;
		if (state !== "done" || !response) return undefined;
		const found =
			response.sources.length === 0 ? "nothing found" : countOf(response.sources.length, "result", "results");
		return `${found} · ${response.provider}`;
	},
	result(output, options) {
		const { details, state, text } = output;
		const response = details?.response;
		if (state !== "done" || !response) return previewLines(plainText(text), "head", options);
		const { sources, answer } = response;
		const shown = options.expanded ? sources : sources.slice(0, collapsedSources);
		const rows = shown.map(({ title, url }) => ({ text: plainText(`${title} — ${siteOf(url)}`) }));
		const failures = (details.failures ?? []).map(({ message }) => options.theme.muted(plainText(message)));
		const hidden = sources.length - shown.length;
		return [
			...failures,
			...(answer ? previewLines(plainText(answer), "head", options) : []),
			...treeLines(rows, options),
			...(hidden > 0 ? [foldNote(`${hidden} more results`, options)] : []),
		];
	},
});

function siteOf(url: string): string {
	return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : url;
}
