import { previewLines } from "../view/preview-lines.ts";
import { titleText } from "../view/title-text.ts";
import { defineView } from "../view/view.ts";
import type { reportFindingTool } from "./report-finding.ts";

export const findingView = defineView<typeof reportFindingTool>({
	shape: "inline",
	title: ({ priority, title }) =>
		titleText([priority && `[${priority}]`, title].filter(Boolean).join(" ") || "Finding"),
	meta: (_output, _options, { file_path, line_start }) =>
		file_path === undefined ? undefined : titleText(`${file_path}${line_start === undefined ? "" : `:${line_start}`}`),
	result: ({ state, text }, options, { body }) =>
		state === "failed"
			? previewLines(text, "head", options)
			: options.expanded
				? previewLines(body ?? "", "head", options)
				: [],
});
