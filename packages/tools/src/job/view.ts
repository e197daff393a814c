import { previewLines } from "../view/preview-lines.ts";
import { countOf, titleText } from "../view/title-text.ts";
import { treeLines } from "../view/tree-lines.ts";
import { defineView, type ViewOptions } from "../view/view.ts";
import type { JobRow } from "./execute.ts";
import type { jobTool } from "./job.ts";

export const jobView = defineView<typeof jobTool>({
	shape: "inline",
	icon: (_params, theme) => theme.symbol("icon.jobs"),
	title(params) {
		if (params.cancel?.length) return titleText(`Cancel ${params.cancel.join(", ")}`);
		if (params.list) return "Jobs";
		return titleText(`Wait for ${params.poll?.length ? params.poll.join(", ") : "jobs"}`);
	},
	meta: ({ details }) => (details?.jobs.length ? countOf(details.jobs.length, "job", "jobs") : undefined),
	result({ details, text }, options) {
		const jobs = details?.jobs ?? [];
		if (jobs.length === 0) return previewLines(text, "head", options);
		return treeLines(
			jobs.map((job) => ({
				text: row(job, options),
				children: options.expanded ? output(job, options).map((line) => ({ text: line })) : [],
			})),
			options,
		);
	},
});

function row({ id, type, status, label, durationMs }: JobRow, { theme }: ViewOptions): string {
	const facts = theme.muted(`${status} ${theme.symbol("text.dot")} ${(durationMs / 1000).toFixed(1)}s`);
	return `${id} [${type}] ${titleText(label)} ${status === "failed" ? theme.error(facts) : facts}`;
}

function output({ resultText, errorText }: JobRow, options: ViewOptions): string[] {
	return previewLines(resultText ?? errorText ?? "", "tail", options);
}
