import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import {
	chmod,
	copyFile,
	lstat,
	readdir,
	readFile,
	readlink,
	rm,
	rmdir,
	stat,
	symlink,
	writeFile,
} from "node:fs/promises";
import { join, relative } from "node:path";
import { buildCall } from "@oh-my-pi/pi-agent-core/tools/normalized-call";
import { testServices } from "@oh-my-pi/pi-testkit/fakes/tool-services";
import { until } from "@oh-my-pi/pi-testkit/until";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { makeTools } from "../../contract/built-in-tool.ts";
import { builtInTools } from "../../registry.ts";
import { EditMemory } from "../../services/edit-memory.ts";
import type { EditMode } from "../../services/edit-mode.ts";
import { SnapshotStore } from "../snapshots/snapshot-store.ts";
import { ChangeJournal, type ChangeJournalOptions, type JournalEntry, type KeptContent } from "./change-journal.ts";

/** Runs tools in a project, each call under an id of its own, with everything journaled. */
function journaling(project: Workspace, options?: ChangeJournalOptions) {
	const journal = new ChangeJournal(options);
	const snapshots = new SnapshotStore();
	const { pending } = testServices(project.path);
	const call = (id: string, name: string, params: object, mode: EditMode = "hashline") => {
		const services = testServices(project.path, {
			files: { snapshots, journal },
			editing: { mode, memory: new EditMemory() },
			pending,
		});
		const tool = makeTools(builtInTools, services).find((one) => one.name === name);
		if (!tool) throw new Error(`There is no ${name}`);
		return buildCall(tool, params).execute({ id, signal: new AbortController().signal, onProgress: () => {} });
	};
	/** The header that an edit of this file needs. */
	const see = async (path: string) => {
		const tag = snapshots.record(project.file(path), await project.read(path), "all");
		return `[${path}#${tag}]`;
	};
	return { journal, call, see };
}

/** Everything below a folder: modes, contents, where links lead. */
async function inventory(root: string): Promise<Record<string, string>> {
	const found: Record<string, string> = {};
	for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
		const path = join(entry.parentPath, entry.name);
		const { mode } = await lstat(path);
		const what = entry.isSymbolicLink()
			? `-> ${await readlink(path)}`
			: entry.isDirectory()
				? "folder"
				: `${(mode & 0o7777).toString(8)} ${(await readFile(path)).toString("base64")}`;
		found[relative(root, path)] = what;
	}
	return found;
}

/** Undoes entries from the last to the first, with nothing but the journal. */
async function restore(entries: readonly JournalEntry[]): Promise<void> {
	for (const { path, before, madeFolders = [] } of entries.toReversed()) {
		await rm(path, { force: true });
		if (before?.kind === "link") await symlink(before.to, path);
		if (before?.kind === "file") {
			await putBack(before.content, path);
			await chmod(path, before.mode);
		}
		for (const folder of madeFolders) await rmdir(folder).catch(() => {});
	}
}

async function putBack(content: KeptContent, path: string): Promise<void> {
	if (content.in === "memory") await writeFile(path, content.bytes);
	else if (content.in === "file") await copyFile(content.path, path);
	else throw new Error(content.reason);
}

const textOf = (content: KeptContent) => (content.in === "memory" ? Buffer.from(content.bytes).toString() : content.in);

describe("the journal of changes", () => {
	test("holds before and after of every change with its call, and suffices to restore the tree", async () => {
		await using project = await workspace({
			"a.ts": "f(1);\nf(2);\n",
			"b.txt": "\ufeffone\r\ntwo\r\n",
			"c.txt": "c\n",
			"d.txt": "d\n",
			"old/e.txt": "e\n",
			"binary.bin": new Uint8Array([0, 255, 1]),
		});
		await chmod(project.file("c.txt"), 0o640);
		await symlink("c.txt", project.file("link.txt"));
		await symlink("gone.txt", project.file("loose.txt"));
		const before = await inventory(project.path);
		const { journal, call, see } = journaling(project);
		await using _ended = journal;

		await call("write-new", "write", { path: "new/deep/run.sh", content: "#!/bin/sh\n" });
		await call("write-binary", "write", { path: "binary.bin", content: "text\n" });
		await call("write-link", "write", { path: "link.txt", content: "through the link\n" });
		await call("write-loose", "write", { path: "loose.txt", content: "made at its end\n" });
		await call("hashline", "edit", { input: `${await see("a.ts")}\nPUT 1:\n+g(1);` });
		await call("replace", "edit", { path: "b.txt", old_string: "two", new_string: "zwei" }, "replace");
		const hunk = "@@\n-through the link\n+patched\n";
		await call("patch", "edit", { path: "c.txt", edits: [{ op: "update", diff: hunk, rename: "sub/f.txt" }] }, "patch");
		const envelope = "*** Begin Patch\n*** Delete File: d.txt\n*** Add File: g.txt\n+g\n*** End Patch";
		await call("apply-patch", "edit", { input: envelope }, "apply_patch");
		await call("move", "edit", { input: `${await see("old/e.txt")}\nMV moved/e.txt` });
		await call("preview", "ast_edit", { ops: [{ pat: "f($A)", out: "h($A)" }], paths: ["a.ts"] });
		await call("apply", "resolve", { action: "apply", reason: "good" });

		const rows = journal.entries.map(({ callId, path, before: was, after, movedFrom }) => [
			callId,
			relative(project.path, path),
			!was ? "created" : !after ? "deleted" : "changed",
			...(movedFrom === undefined ? [] : [relative(project.path, movedFrom)]),
		]);
		expect(rows).toEqual([
			["write-new", "new/deep/run.sh", "created"],
			["write-binary", "binary.bin", "changed"],
			["write-link", "c.txt", "changed"],
			["write-loose", "gone.txt", "created"],
			["hashline", "a.ts", "changed"],
			["replace", "b.txt", "changed"],
			["patch", "sub/f.txt", "created", "c.txt"],
			["patch", "c.txt", "deleted"],
			["apply-patch", "d.txt", "deleted"],
			["apply-patch", "g.txt", "created"],
			["move", "moved/e.txt", "created", "old/e.txt"],
			["move", "old/e.txt", "deleted"],
			["apply", "a.ts", "changed"],
		]);
		expect(journal.entries[0]).toMatchObject({ after: { kind: "file", mode: 0o755 }, tool: "write" });
		const replaced = journal.entries[5];
		expect([replaced?.before, replaced?.after].map((state) => state?.kind === "file" && textOf(state.content))).toEqual(
			["\ufeffone\r\ntwo\r\n", "\ufeffone\r\nzwei\r\n"],
		);
		// What one change leaves is what the next one finds.
		const [first, second] = journal.entries.filter(({ path }) => path === project.file("a.ts"));
		expect(first?.after).toEqual(second?.before as never);

		const after = await inventory(project.path);
		expect(after).not.toEqual(before);
		await restore(journal.entries);
		expect(await inventory(project.path)).toEqual(before);
	});

	test("has nothing about a change that was not made", async () => {
		await using project = await workspace({ "a.txt": "a\n", "b.txt": "b\n" });
		const { journal, call } = journaling(project);
		const broken =
			"*** Begin Patch\n*** Update File: a.txt\n@@\n-a\n+A\n*** Update File: b.txt\n@@\n-nope\n+B\n*** End Patch";
		await expect(call("patch", "edit", { input: broken }, "apply_patch")).rejects.toThrow();
		// Fails while it is written: what should become a folder is a file.
		const clash = "*** Begin Patch\n*** Update File: a.txt\n@@\n-a\n+A\n*** Add File: b.txt/c\n+c\n*** End Patch";
		await expect(call("clash", "edit", { input: clash }, "apply_patch")).rejects.toThrow();
		expect(await project.read("a.txt")).toBe("a\n");
		expect(journal.entries).toEqual([]);
	});

	test("keeps large contents, and everything beyond its share of memory, in files that go with it", async () => {
		await using project = await workspace({ "large.txt": "x".repeat(2000), "small.txt": "small" });
		const { journal, call } = journaling(project, { maxInlineBytes: 1000, maxMemoryBytes: 12 });
		await call("large", "write", { path: "large.txt", content: "y".repeat(2000) });
		await call("small", "write", { path: "small.txt", content: "little" });
		await call("more", "write", { path: "small.txt", content: "no room" });
		const kept = journal.entries.map(({ before, after }) =>
			[before, after].map((state) => (state?.kind === "file" ? state.content : undefined)),
		);
		expect(kept.map((pair) => pair.map((content) => content?.in))).toEqual([
			["file", "file"],
			["memory", "memory"],
			["memory", "file"],
		]);
		const [[original] = []] = kept;
		if (original?.in !== "file") throw new Error("not in a file");
		expect(await readFile(original.path, "utf8")).toBe("x".repeat(2000));
		await journal[Symbol.asyncDispose]();
		await expect(stat(original.path)).rejects.toThrow("ENOENT");
	});

	test("drops the oldest entries and their contents, so that it does not grow with the session", async () => {
		await using journal = new ChangeJournal({ maxEntries: 2, maxInlineBytes: 4 });
		const add = async (callId: string, text: string) => {
			const content = await journal.keep(Buffer.from(text));
			journal.record([{ callId, tool: "write", path: "/a", after: { kind: "file", mode: 0o644, content } }]);
			return content;
		};
		const large = await add("one", "a large content");
		await add("two", "b");
		await add("three", "c");
		expect(journal.entries.map(({ callId }) => callId)).toEqual(["two", "three"]);
		if (large.in !== "file") throw new Error("it was not put into a file");
		await until(() => !existsSync(large.path));
	});
});
