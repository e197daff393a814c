import type { ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { PathStep } from "@oh-my-pi/pi-session/tree/context";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { FileActivity, FileDetails } from "../event/compaction-result.ts";
import { answeredCalls } from "../history/answered-calls.ts";
import { callFacts } from "../history/call-facts.ts";
import { messageOfStep } from "../history/session-context.ts";

/** Files touched on the whole path, starting from the list in the last compaction. */
export function fileActivity(path: readonly PathStep[], tools: readonly ToolTraits[] = []): FileActivity {
	const read = new Set<string>();
	const modified = new Set<string>();
	const touch = (files: Set<string>, file: string) => {
		// Re-insert: the set is ordered by last use.
		files.delete(file);
		files.add(file);
	};
	const remembered = path.findLastIndex((step) => step.type === "compaction" && readDetails(step) !== undefined);
	const recent = path.slice(Math.max(0, remembered));
	for (const details of recent.map(readDetails)) {
		for (const file of details?.readFiles ?? []) touch(read, file);
		for (const file of details?.modifiedFiles ?? []) touch(modified, file);
	}
	for (const { call, result } of answeredCalls(recent.flatMap((step) => messageOfStep(step) ?? []))) {
		if (result.isError) continue;
		const { reads, changes = [] } = callFacts(call, tools);
		if (reads) touch(read, reads.path);
		for (const file of changes) touch(modified, file);
	}
	return { read, modified };
}

export function fileDetails({ read, modified }: FileActivity): FileDetails {
	return { readFiles: [...read.difference(modified)], modifiedFiles: [...modified] };
}

const maxListed = 20;

/** The file list at the end of a summary; empty when no file was touched. */
export function filesTag({ read, modified }: FileActivity): string {
	const mark = (file: string) => (modified.has(file) ? (read.has(file) ? "RW" : "Write") : "Read");
	// Over the limit, changed files win, then the most recent.
	const byWeight = [...[...modified].reverse(), ...[...read.difference(modified)].reverse()];
	const listed = byWeight.slice(0, maxListed).sort();
	if (listed.length === 0) return "";
	const folders = Map.groupBy(listed, (file) => file.slice(0, file.lastIndexOf("/") + 1) || "./");
	const lines = Array.from(folders, ([folder, files]) => [
		`# ${folder}`,
		...files.map((file) => `${file.slice(file.lastIndexOf("/") + 1)} (${mark(file)})`),
	]).flat();
	const elided = byWeight.length - listed.length;
	if (elided > 0) lines.push(`[…${elided} files elided…]`);
	return `<files>\n${lines.join("\n")}\n</files>`;
}

/** The file list of a built-in compaction; details of extensions have other formats. */
function readDetails(step: PathStep): FileDetails | undefined {
	const entry = step.type === "compaction" || step.type === "branch_summary" ? step.entry() : undefined;
	if (entry?.type !== "compaction" && entry?.type !== "branch_summary") return undefined;
	const { details } = entry;
	if (entry.fromExtension || !isRecord(details)) return undefined;
	if (!isStringList(details.readFiles) || !isStringList(details.modifiedFiles)) return undefined;
	return { readFiles: details.readFiles, modifiedFiles: details.modifiedFiles };
}

function isStringList(value: unknown): value is string[] {
	return Array.isArray(value) && value.every((item) => typeof item === "string");
}
