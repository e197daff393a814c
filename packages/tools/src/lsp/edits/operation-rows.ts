import { dirname } from "node:path";
import type { PlannedFileOperation } from "@oh-my-pi/pi-lsp/edits/plan-workspace-edit";
import { showLocation } from "../documents/show-location.ts";

type Edit = Extract<PlannedFileOperation, { readonly kind: "edit" }>;

/** Above so many files they are counted by folder. */
const maxFiles = 10;
const maxFolders = 20;
const maxPreviewLines = 40;
const maxLineChars = 200;

/** What was done, a line each; many edits are counted. */
export function operationRows(operations: readonly PlannedFileOperation[], cwd: string): string[] {
	return foldRows(operations, cwd, (operation) => [operationLine(operation, cwd)]);
}

/** What would be done, with the lines as they would be. */
export function previewRows(operations: readonly PlannedFileOperation[], cwd: string): string[] {
	let room = maxPreviewLines;
	return foldRows(operations, cwd, (operation) => {
		const lines = operation.kind === "edit" ? changedLines(operation) : [];
		const shown = lines.slice(0, Math.max(0, room));
		room -= shown.length;
		const more = lines.length > shown.length ? [`  … ${lines.length - shown.length} more changed lines`] : [];
		return [previewLine(operation, cwd), ...shown.map((line) => `  ${line}`), ...more];
	});
}

function foldRows(
	operations: readonly PlannedFileOperation[],
	cwd: string,
	rows: (operation: PlannedFileOperation) => string[],
): string[] {
	if (operations.length <= maxFiles) return operations.flatMap(rows);
	const edits = operations.filter((operation) => operation.kind === "edit");
	const others = operations.filter((operation) => operation.kind !== "edit");
	const shown = others.slice(0, maxFiles).flatMap(rows);
	const more = others.length > maxFiles ? [`… ${others.length - maxFiles} more files created, moved or deleted`] : [];
	return [...(edits.length > maxFiles ? [countLine(edits, cwd)] : edits.flatMap(rows)), ...shown, ...more];
}

/** `541 edits in 271 files: src/audit 18, src/cart 18` */
function countLine(edits: readonly Edit[], cwd: string): string {
	const folders = new Map<string, number>();
	for (const { path } of edits) {
		const folder = dirname(showLocation(path, cwd));
		folders.set(folder, (folders.get(folder) ?? 0) + 1);
	}
	const sorted = [...folders].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
	const counts = sorted.slice(0, maxFolders).map(([folder, count]) => `${folder} ${count}`);
	const rest = sorted.length > maxFolders ? [`${sorted.length - maxFolders} more folders`] : [];
	const total = edits.reduce((sum, { editCount }) => sum + editCount, 0);
	return `${total} edits in ${edits.length} files: ${[...counts, ...rest].join(", ")}`;
}

/** With their numbers afterwards. */
function changedLines({ before, after }: Edit): string[] {
	const old = before.split("\n");
	const now = after.split("\n");
	if (old.length === now.length) {
		return now.flatMap((line, index) => (line === old[index] ? [] : [numbered(line, index)]));
	}
	const start = now.findIndex((line, index) => line !== old[index]);
	if (start < 0) return [];
	const same = now.toReversed().findIndex((line, index) => line !== old.at(-1 - index));
	return now.slice(start, now.length - same).map((line, index) => numbered(line, start + index));
}

function numbered(line: string, index: number): string {
	const text = line.trim();
	return `${index + 1}: ${text.length > maxLineChars ? `${text.slice(0, maxLineChars)}…` : text}`;
}

function operationLine(operation: PlannedFileOperation, cwd: string): string {
	const show = (path: string) => showLocation(path, cwd);
	switch (operation.kind) {
		case "edit":
			return `Applied ${operation.editCount} edit(s) to ${show(operation.path)}`;
		case "create":
			return `Created ${show(operation.path)}`;
		case "rename":
			return `Renamed ${show(operation.from)} → ${show(operation.to)}`;
		case "delete":
			return `Deleted ${show(operation.path)}`;
	}
}

function previewLine(operation: PlannedFileOperation, cwd: string): string {
	const show = (path: string) => showLocation(path, cwd);
	switch (operation.kind) {
		case "edit":
			return `${show(operation.path)}: ${operation.editCount} edit${operation.editCount === 1 ? "" : "s"}`;
		case "create":
			return `${show(operation.path)}: create`;
		case "rename":
			return `${show(operation.from)} → ${show(operation.to)}`;
		case "delete":
			return `${show(operation.path)}: delete`;
	}
}
