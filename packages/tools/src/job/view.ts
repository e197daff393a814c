import { previewLines } from "../preview-lines.ts";
import { titleText } from "../title-view.ts";
import { defineView, type ViewOptions } from "../view.ts";
import type { JobRow } from "./execute.ts";
import { jobTool } from "./job.ts";

export const jobView = defineView(jobTool, {
	shape: "inline",
	title(params) {
		if (params.cancel?.length) return titleText(`Cancel ${params.cancel.join(", ")}`);
		if (params.list) return "Jobs";
		return titleText(`Wait for ${params.poll?.length ? params.poll.join(", ") : "jobs"}`);
	},
	result({ details, text }, options) {
		const jobs = details?.jobs ?? [];
		if (jobs.length === 0) return previewLines(text, "head", options);
		return jobs.flatMap((job) => [row(job, options), ...(options.expanded ? output(job, options) : [])]);
	},
});

function row({ id, type, status, label, durationMs }: JobRow, { theme }: ViewOptions): string {
	const facts = theme.muted(`${status} · ${(durationMs / 1000).toFixed(1)}s`);
	return `${id} [${type}] ${titleText(label)} ${status === "failed" ? theme.error(facts) : facts}`;
}

function output({ resultText, errorText }: JobRow, options: ViewOptions): string[] {
	return previewLines(resultText ?? errorText ?? "", "tail", options).map((line) => `  ${line}`);
}
