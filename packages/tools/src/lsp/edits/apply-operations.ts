import { readdir, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { LanguageServers } from "@oh-my-pi/pi-lsp/contract/language-servers";
import type { PlannedFileOperation } from "@oh-my-pi/pi-lsp/edits/plan-workspace-edit";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { type MadeChange, makeChanges } from "../../files/mutate/make-changes.ts";
import { diagnosticLines } from "../../files/mutate/write-through.ts";
import type { FileDiff, LspCall } from "../call/lsp-call.ts";
import { ChangeSet } from "./change-set.ts";
import { operationRows } from "./operation-rows.ts";
import type { ProjectFiles } from "./project-files.ts";

/** More files are not looked at by servers one by one after they were written. */
const maxDiagnosed = 20;
const maxDiffs = 50;

/** Checks that all of it may be done, without doing it. */
export async function checkOperations(
	operations: readonly PlannedFileOperation[],
	files: ProjectFiles,
): Promise<ChangeSet> {
	const changes = new ChangeSet(files);
	for (const operation of operations) await changes.add(operation);
	changes.changes();
	return changes;
}

export interface AppliedOperations {
	/** What was done, a line each. */
	readonly rows: readonly string[];
	readonly diffs: readonly FileDiff[];
}

/** Does everything or nothing, and tells the servers. */
export async function applyOperations(
	call: LspCall,
	operations: readonly PlannedFileOperation[],
	files: ProjectFiles,
	options: { readonly isMove?: boolean } = {},
): Promise<AppliedOperations> {
	const set = await checkOperations(operations, files);
	const changes = set.changes();
	const { writeThrough, ...ports } = call.ports;
	// What is only moved is not formatted.
	const isQuiet = options.isMove || changes.length > maxDiagnosed;
	const made = await makeChanges(changes, isQuiet || !writeThrough ? ports : { ...ports, writeThrough }, {
		call,
		tool: "edit",
	});
	for (const folder of set.folders) await ignoreFailure(removeEmpty(folder), "an empty folder is left behind");
	tellServers(call.servers, made.files);
	const rows = operationRows(operations, call.ports.cwd());
	const diffs = made.files.map(({ at, described }) => ({ path: at.shownPath, diff: described.diff }));
	return {
		rows: [...rows, ...(made.diagnostics ? diagnosticLines(made.diagnostics) : [])],
		diffs: diffs.filter(({ diff }) => diff !== "").slice(0, maxDiffs),
	};
}

async function removeEmpty(folder: string): Promise<void> {
	for (const entry of await readdir(folder, { withFileTypes: true })) {
		if (entry.isDirectory()) await removeEmpty(join(folder, entry.name));
	}
	await rmdir(folder);
}

/** Servers that run hear of what is on disk now. */
function tellServers(servers: LanguageServers, made: readonly MadeChange[]): void {
	for (const { name } of servers.definitions) {
		const client = servers.runningClient(name);
		if (!client) continue;
		for (const { target, at, before, after } of made) {
			if (after === undefined || at.path !== target.path) client.closeFile(target.path);
			if (after !== undefined && client.isOpen(at.path)) {
				client.sync(at.path, after);
				client.saved(at.path, after);
				continue;
			}
			const isMoved = at.path !== target.path;
			client.changedOnDisk([
				...(isMoved ? [{ path: target.path, kind: "deleted" as const }] : []),
				after === undefined
					? { path: target.path, kind: "deleted" as const }
					: { path: at.path, kind: before && !isMoved ? ("changed" as const) : ("created" as const) },
			]);
		}
	}
}
