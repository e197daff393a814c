import { expect, test } from "bun:test";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { Repository } from "../changes/repository.ts";
import type { TreeEntry } from "../changes/tree-entry.ts";
import { mergeEntries } from "./merge-entries.ts";

const lines = (change: Readonly<Record<number, string>> = {}) =>
	Array.from({ length: 9 }, (_, index) => `${change[index + 1] ?? index + 1}\n`).join("");

async function entry(project: Workspace, content: string, mode = "100644"): Promise<TreeEntry> {
	await project.write("content", content);
	return { mode, id: (await project.git("hash-object", "-w", "content")).trim() };
}

async function merge(
	project: Workspace,
	entries: { actual: TreeEntry | undefined; before: TreeEntry | undefined; after: TreeEntry | undefined },
) {
	const { actual, ...change } = entries;
	const merged = await mergeEntries(new Repository(project.path, process.env), project.path, {
		planned: new Map([["a", change]]),
		actual: new Map([["a", actual]]),
	});
	return merged.get("a");
}

test("what a hook made of a file is merged with what the next commit plans, with the planned mode", async () => {
	await using project = await workspace({}, { git: true });
	const before = await entry(project, lines());
	const actual = await entry(project, lines({ 2: "formatted" }));
	const after = await entry(project, lines({ 8: "changed" }), "100755");
	expect(await merge(project, { actual, before, after })).toEqual(
		await entry(project, lines({ 2: "formatted", 8: "changed" }), "100755"),
	);
});

test("without a change by a hook, or without a planned one, there is nothing to merge", async () => {
	await using project = await workspace({}, { git: true });
	const one = await entry(project, lines());
	const two = await entry(project, lines({ 1: "two" }));
	expect(await merge(project, { actual: one, before: one, after: two })).toEqual(two);
	expect(await merge(project, { actual: two, before: one, after: two })).toEqual(two);
	expect(await merge(project, { actual: two, before: one, after: one })).toEqual(two);
	expect(await merge(project, { actual: two, before: undefined, after: undefined })).toEqual(two);
});

test("changes of the same lines, deletions, links and binary files are refused", async () => {
	await using project = await workspace({}, { git: true });
	const before = await entry(project, lines());
	const same = await entry(project, lines({ 2: "one" }));
	const other = await entry(project, lines({ 2: "other" }));
	const binary = await entry(project, "\0\n");
	const refused = async (entries: Parameters<typeof merge>[1]) =>
		merge(project, entries).then(
			() => "merged",
			(error: Error) => error.message,
		);
	const link = { mode: "120000", id: same.id };
	for (const entries of [
		{ actual: same, before, after: other },
		{ actual: undefined, before, after: other },
		{ actual: same, before, after: undefined },
		{ actual: same, before: undefined, after: other },
		{ actual: binary, before, after: other },
		{ actual: link, before, after: { ...other, mode: "120000" } },
	])
		expect(await refused(entries)).toContain("A hook changed a, which a later commit of the split changes too");
});
