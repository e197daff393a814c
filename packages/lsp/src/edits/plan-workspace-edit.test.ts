import { expect, test } from "bun:test";
import type { WorkspaceEdit } from "vscode-languageserver-types";
import { type PlanOptions, planWorkspaceEdit } from "./plan-workspace-edit.ts";

const files: Readonly<Record<string, string>> = { "/p/a.ts": "aaa", "/p/b.ts": "bbb", "/p/dir/c.ts": "ccc" };

function plan(edit: unknown, options: Partial<PlanOptions> = {}) {
	return planWorkspaceEdit(edit as WorkspaceEdit, {
		root: "/p",
		readText: async (path) => files[path],
		openVersion: () => undefined,
		toLocalPosition: (position) => position,
		...options,
	});
}

const replace = (start: number, end: number, newText: string) => ({
	range: { start: { line: 0, character: start }, end: { line: 0, character: end } },
	newText,
});
const change = (path: string, version: number | null, ...edits: unknown[]) => ({
	textDocument: { uri: `file://${path}`, version },
	edits,
});
const create = (path: string, options = {}) => ({ kind: "create", uri: `file://${path}`, options });
const rename = (from: string, to: string, options = {}) => ({
	kind: "rename",
	oldUri: `file://${from}`,
	newUri: `file://${to}`,
	options,
});
const remove = (path: string, options = {}) => ({ kind: "delete", uri: `file://${path}`, options });
const refusal = (problem: string) => `The language server's edit was refused: ${problem}`;

test("both forms of an edit are planned, and parts of one file joined", async () => {
	const edited = (path: string, before: string, after: string, editCount: number) => ({
		kind: "edit" as const,
		path,
		before,
		after,
		editCount,
	});
	expect(await plan({ changes: { "file:///p/a.ts": [replace(0, 1, "X"), replace(2, 3, "Y")] } })).toEqual([
		edited("/p/a.ts", "aaa", "XaY", 2),
	]);
	const documentChanges = [
		change("/p/a.ts", null, replace(0, 1, "long")),
		change("/p/b.ts", null, replace(0, 0, "!")),
		change("/p/a.ts", null, replace(0, 4, "X")),
		change("/p/none.ts", null),
	];
	expect(await plan({ documentChanges, changes: { "file:///etc/passwd": [] } })).toEqual([
		edited("/p/a.ts", "aaa", "Xaa", 2),
		edited("/p/b.ts", "bbb", "!bbb", 1),
	]);
	expect(await plan({})).toEqual([]);
});

test("files are created with their text, renamed and deleted in order", async () => {
	const documentChanges = [
		create("/p/new.ts"),
		change("/p/new.ts", null, replace(0, 0, "hello")),
		change("/p/a.ts", null, replace(0, 3, "A")),
		rename("/p/a.ts", "/p/z.ts"),
		change("/p/z.ts", 5, replace(1, 1, "!")),
		rename("/p/dir", "/p/folder"),
		change("/p/folder/c.ts", null, replace(0, 3, "C")),
		remove("/p/b.ts", { recursive: true, ignoreIfNotExists: true }),
	];
	expect(await plan({ documentChanges }, { openVersion: () => 1 })).toEqual([
		{ kind: "create", path: "/p/new.ts", overwrite: false, ignoreIfExists: false, after: "hello" },
		{ kind: "edit", path: "/p/a.ts", before: "aaa", after: "A", editCount: 1 },
		{ kind: "rename", from: "/p/a.ts", to: "/p/z.ts", overwrite: false, ignoreIfExists: false },
		{ kind: "edit", path: "/p/z.ts", before: "A", after: "A!", editCount: 1 },
		{ kind: "rename", from: "/p/dir", to: "/p/folder", overwrite: false, ignoreIfExists: false },
		{ kind: "edit", path: "/p/folder/c.ts", before: "ccc", after: "C", editCount: 1 },
		{ kind: "delete", path: "/p/b.ts", recursive: true, ignoreIfNotExists: true },
	]);
});

test("what exists is kept, replaced or a reason to refuse, as the server says", async () => {
	const add = change("/p/a.ts", null, replace(0, 0, "x"));
	expect(await plan({ documentChanges: [create("/p/a.ts", { ignoreIfExists: true }), add] })).toEqual([
		{ kind: "edit", path: "/p/a.ts", before: "aaa", after: "xaaa", editCount: 1 },
	]);
	expect(await plan({ documentChanges: [create("/p/a.ts", { overwrite: true, ignoreIfExists: true }), add] })).toEqual([
		{ kind: "create", path: "/p/a.ts", overwrite: true, ignoreIfExists: true, after: "x" },
	]);
	expect(await plan({ documentChanges: [rename("/p/a.ts", "/p/b.ts", { ignoreIfExists: true })] })).toEqual([]);
	await expect(plan({ documentChanges: [create("/p/a.ts")] })).rejects.toThrow(refusal("/p/a.ts already exists"));
	await expect(plan({ documentChanges: [rename("/p/a.ts", "/p/b.ts")] })).rejects.toThrow(
		refusal("/p/b.ts already exists"),
	);
});

test("a file that was moved or deleted by the same edit is not there any more", async () => {
	const add = change("/p/a.ts", null, replace(0, 0, "x"));
	for (const step of [remove("/p/a.ts"), rename("/p/a.ts", "/p/z.ts"), remove("/p/a.ts")]) {
		await expect(plan({ documentChanges: [step, add] })).rejects.toThrow(refusal("/p/a.ts does not exist"));
	}
});

test("an edit with any path outside of the project is refused as a whole", async () => {
	const fine = change("/p/a.ts", null, replace(0, 0, "x"));
	for (const [step, path] of [
		[change("/etc/passwd", null, replace(0, 0, "x")), "/etc/passwd"],
		[change("/p/../etc/passwd", null, replace(0, 0, "x")), "/etc/passwd"],
		[change("/p/%2e%2e/etc/passwd", null, replace(0, 0, "x")), "/etc/passwd"],
		[change("/project/a.ts", null), "/project/a.ts"],
		[create("/home/x"), "/home/x"],
		[rename("/p/a.ts", "/tmp/a.ts"), "/tmp/a.ts"],
		[rename("/tmp/a.ts", "/p/a.ts"), "/tmp/a.ts"],
		[remove("/p"), "/p"],
		[remove("/p/"), "/p/"],
		[remove("/"), "/"],
	] as const) {
		const reads: string[] = [];
		const readText = async (read: string) => {
			reads.push(read);
			return files[read];
		};
		await expect(plan({ documentChanges: [fine, step] }, { readText })).rejects.toThrow(
			refusal(`${path} is outside of /p`),
		);
		expect(reads).toEqual([]);
	}
	await expect(plan({ changes: { "untitled:1": [] } })).rejects.toThrow(refusal('"untitled:1" is no file'));
});

test("another version, a missing file, overlapping edits and unknown operations are refused", async () => {
	const add = replace(0, 0, "x");
	await expect(plan({ documentChanges: [change("/p/a.ts", 3, add)] }, { openVersion: () => 4 })).rejects.toThrow(
		refusal("it is for version 3 of /p/a.ts, which has version 4 now"),
	);
	expect(await plan({ documentChanges: [change("/p/a.ts", 4, add)] }, { openVersion: () => 4 })).toHaveLength(1);
	await expect(plan({ documentChanges: [change("/p/none.ts", null, add)] })).rejects.toThrow(
		"/p/none.ts does not exist",
	);
	await expect(
		plan({ documentChanges: [change("/p/a.ts", null, replace(0, 2, "x"), replace(1, 3, "y"))] }),
	).rejects.toThrow("The language server's edits of /p/a.ts cannot be applied: edits overlap");
	await expect(plan({ documentChanges: [{ kind: "chmod", uri: "file:///p/a.ts" }] })).rejects.toThrow(
		'"chmod" is not known',
	);
	await expect(plan({ documentChanges: [5] })).rejects.toThrow("no operation");
	await expect(plan(null)).rejects.toThrow("no workspace edit");
	const manyParts = Array(10_001).fill(change("/p/a.ts", null, add));
	await expect(plan({ documentChanges: manyParts })).rejects.toThrow("10001 parts, more than 10000");
});
