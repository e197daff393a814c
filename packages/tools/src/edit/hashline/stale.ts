import { basename } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Target } from "../../files/mutate/target.ts";
import { contentLines } from "../../files/mutate/text/content-lines.ts";
import { spansOf } from "../../files/snapshots/line-span.ts";
import type { Snapshots } from "../../files/snapshots/snapshot-store.ts";

/** What the file is now, and what the section took it for. */
export interface StaleSection {
	readonly target: Target;
	readonly boundTag: string;
	readonly currentTag: string;
	/** The current text, as snapshots know it. */
	readonly tagged: string;
	readonly text: string;
	/** Lines the section names, from 1. */
	readonly anchors: readonly number[];
}

const linesAround = 2;

export function changedMeanwhile(stale: StaleSection, snapshots: Snapshots): ToolError {
	return rejection(
		`Edit rejected for ${stale.target.shownPath}: file changed between read and edit.`,
		`Section is bound to #${stale.boundTag}, but the current file hashes to #${stale.currentTag}. The lines it names are no longer certain; look at them below, or read the file again, and use #${stale.currentTag}.`,
		stale,
		snapshots,
	);
}

export function unknownTag(stale: StaleSection, snapshots: Snapshots): ToolError {
	const { target, boundTag, currentTag } = stale;
	const isForgotten = snapshots.wasForgotten(target.path, boundTag);
	const why = isForgotten
		? `version #${boundTag} was shown long ago and is no longer kept.`
		: `hash #${boundTag} is not from this session.`;
	const next = isForgotten
		? `Look at the lines below, or read the file again, and use #${currentTag}.`
		: `Copy the header from the latest read; never make up a hash.${describeOwner(boundTag, snapshots)}`;
	return rejection(
		`Edit rejected for ${target.shownPath}: ${why}`,
		`The current file hashes to #${currentTag}. ${next}`,
		stale,
		snapshots,
	);
}

export function missingTag(stale: StaleSection, snapshots: Snapshots): ToolError {
	const { target, currentTag } = stale;
	return rejection(
		`Missing hashline snapshot tag for ${target.shownPath}.`,
		`The current file hashes to #${currentTag}: write \`[${target.shownPath}#${currentTag}]\` if the lines below are those you mean.`,
		stale,
		snapshots,
	);
}

/** The tag may have been copied from another file's header. */
function describeOwner(tag: string, snapshots: Snapshots): string {
	const names = snapshots.pathsWith(tag).map((path) => basename(path));
	return names.length === 0 ? "" : ` #${tag} belongs to ${names.join(", ")}.`;
}

/** Says why and shows what now stands at the lines named, which from then on counts as seen. */
function rejection(headline: string, explanation: string, stale: StaleSection, snapshots: Snapshots): ToolError {
	const { lines } = contentLines(stale.text);
	const anchors = new Set(stale.anchors);
	const shown = [...around(anchors, lines.length)].sort((a, b) => a - b);
	snapshots.record(stale.target.path, stale.tagged, spansOf(shown));
	const rows = shown.map((line, index) => {
		const gap = index > 0 && shown[index - 1] !== line - 1 ? ["…"] : [];
		return [...gap, `${anchors.has(line) ? "*" : " "}${line}:${lines[line - 1]}`].join("\n");
	});
	return new ToolError([headline, explanation, ...rows].join("\n"));
}

function around(anchors: ReadonlySet<number>, lineCount: number): Set<number> {
	const shown = new Set<number>();
	for (const anchor of anchors) {
		const last = Math.min(anchor + linesAround, lineCount);
		for (let line = Math.max(1, anchor - linesAround); line <= last; line++) shown.add(line);
	}
	return shown;
}
