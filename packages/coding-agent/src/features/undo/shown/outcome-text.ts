import { relative } from "node:path";
import { countOf } from "@oh-my-pi/pi-tools/view/title-text";
import { type BytePath, shownPath } from "../contract/node-state.ts";
import type { Conflict, UndoPlan, UndoResult } from "../contract/undo-engine.ts";
import { splitRepository } from "./changed-files.ts";

/** A plan and what became of it. */
export interface Outcome {
	readonly plan: UndoPlan;
	readonly result: UndoResult;
}

const maxShown = 12;

/** What was done, what was not and why, and how to go back. */
export function outcomeText({ plan, result }: Outcome, cwd: string): string {
	const isUndo = plan.direction === "undo";
	if (!result.isApplied) {
		const what = isUndo ? "Nothing was taken back" : "Nothing was put back";
		return [`${what}: ${result.problem ?? "it failed"}`, ...leftLines(plan, result, cwd)].join("\n");
	}
	const { files, hasRepository } = splitRepository(result.changed, (path) => path);
	const changed = withoutFolders(plan, files);
	const merged = plan.steps.filter(({ isMerged }) => isMerged).length;
	const facts = merged > 0 ? ` (${merged} merged with your own changes)` : "";
	const them = changed.length + (hasRepository ? 1 : 0) === 1 ? "it" : "them";
	const hint = isUndo ? ` /redo puts ${them} back.` : ` /undo takes ${them} back again.`;
	const done =
		result.changed.length === 0
			? `${isUndo ? "Nothing was taken back" : "Nothing was put back"}.`
			: `${isUndo ? "Took back" : "Put back"} ${filesAndRepository(changed.length, hasRepository)}${facts}${changed.length === 0 ? "" : `: ${names(changed, cwd)}`}.${hint}`;
	return [done, ...leftLines(plan, result, cwd), ...runningLines(plan)].join("\n");
}

/** What changed in `.git` is one thing to a user: commits, branches, the index. */
export function filesAndRepository(fileCount: number, hasRepository: boolean): string {
	if (!hasRepository) return countOf(fileCount, "file", "files");
	return fileCount === 0 ? "the repository" : `${countOf(fileCount, "file", "files")} and the repository`;
}

/** Folders only count where nothing else changed: they come with their files. */
function withoutFolders({ steps }: UndoPlan, changed: readonly BytePath[]): readonly BytePath[] {
	const folders = new Set(
		steps.flatMap(({ path, from, to }) => (from.kind === "folder" || to.kind === "folder" ? [path] : [])),
	);
	const files = changed.filter((path) => !folders.has(path));
	return files.length > 0 ? files : changed;
}

function leftLines(plan: UndoPlan, result: UndoResult, cwd: string): string[] {
	const conflicts = plan.conflicts.map(
		(conflict) => `Left alone: ${name(conflict.path, cwd)}, ${conflictReason(conflict)}`,
	);
	const late = result.left.map((path) => `Left alone: ${name(path, cwd)}, it changed just now`);
	const all = [...conflicts, ...late];
	const more = all.length - maxShown;
	return more > 0 ? [...all.slice(0, maxShown), `… and ${more} more left alone`] : all;
}

function runningLines({ running }: UndoPlan): string[] {
	if (running.length === 0) return [];
	return [`${countOf(running.length, "call is", "calls are")} still running and may change more; /jobs shows them.`];
}

export function conflictReason({ reason, now, wanted }: Conflict): string {
	switch (reason) {
		case "changed-since":
			if (now.kind === "absent") return "it was deleted since";
			return wanted.kind === "absent" ? "it was changed since" : "the same lines were changed since";
		case "not-kept":
			return "its earlier content was not kept";
		case "folder-not-empty":
			return "the folder has other files in it";
		case "blocked":
			return "something else is in its place";
	}
}

export function name(path: BytePath, cwd: string): string {
	const shown = shownPath(path);
	const inside = relative(cwd, shown);
	return inside === "" || inside.startsWith("..") ? shown : inside;
}

export function names(paths: readonly BytePath[], cwd: string): string {
	const sorted = paths.map((path) => name(path, cwd)).toSorted();
	const shown = sorted.slice(0, maxShown);
	const more = paths.length - shown.length;
	return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}
