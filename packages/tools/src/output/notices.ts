import { diagnosticLines } from "../files/mutate/write-through.ts";
import { formatBytes } from "./format-bytes.ts";
import type { OutputMeta, ReachedLimit, Truncation } from "./output-meta.ts";

/** The lines that tell the model what it does not see and how to get it. */
export function formatNotices(meta: OutputMeta): string[] {
	const { truncation, limits, diagnostics } = meta;
	return [
		...(truncation ? [truncationNotice(truncation)] : []),
		...limitNotice("results", limits?.resultLimit),
		...limitNotice("matches", limits?.matchLimit),
		...limitNotice("rows", limits?.headLimit),
		...columnNotice(limits?.columnTruncated),
		...(diagnostics ? diagnosticLines(diagnostics) : []),
	];
}

function columnNotice(cut: NonNullable<OutputMeta["limits"]>["columnTruncated"]): string[] {
	if (!cut) return [];
	const whole = cut.whole === undefined ? "" : `; whole lines: ${cut.whole}`;
	return [`[Some lines truncated to ${cut.maxColumn} chars${whole}]`];
}

function truncationNotice(truncation: Truncation): string {
	const { direction, totalLines, nextOffset, artifactId } = truncation;
	const of = totalLines === undefined ? "" : ` of ${totalLines}`;
	const parts: string[] = [];
	if (direction === "middle") {
		const { headRange, tailRange, elidedLines = 0, elidedBytes = 0 } = truncation;
		const elided = `${elidedLines.toLocaleString("en-US")} middle lines (${formatBytes(elidedBytes)}) elided`;
		parts.push(`Showing lines ${span(headRange)} and ${span(tailRange)}${of}; ${elided}`);
	} else {
		parts.push(`Showing lines ${span(truncation.shownRange)}${of}`);
		if (nextOffset !== undefined) parts.push(`Use :${nextOffset} to continue`);
	}
	if (artifactId !== undefined) parts.push(artifactNotice(artifactId, truncation.artifactDroppedBytes));
	else if (truncation.artifactsFull) parts.push("The rest was not kept: this session's artifacts take too much space");
	return `[${parts.join(". ")}]`;
}

function artifactNotice(id: string, droppedBytes = 0): string {
	if (droppedBytes === 0) return `Full: artifact://${id}`;
	return `Beginning and end: artifact://${id} (${formatBytes(droppedBytes)} in the middle were dropped)`;
}

function span(range: { readonly start: number; readonly end: number } | undefined): string {
	return range ? `${range.start}-${range.end}` : "";
}

function limitNotice(what: string, limit: ReachedLimit | undefined): string[] {
	if (!limit) return [];
	const more = limit.suggestion === undefined ? "" : ` Use limit=${limit.suggestion} for more`;
	return [`[${limit.reached} ${what} limit reached${more && `.${more}`}]`];
}
