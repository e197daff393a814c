import { describe, expect, test } from "bun:test";
import {
	chmod,
	chown,
	link,
	lstat,
	readdir,
	readlink,
	rename,
	rmdir,
	stat,
	symlink,
	truncate,
	unlink,
	writeFile,
} from "node:fs/promises";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { commitChanges, type FileCalls } from "./commit-changes.ts";

const versionOf = (path: string) => stat(path, { bigint: true });

describe("replacing a file", () => {
	test("keeps its mode and owner and leaves nothing beside it", async () => {
		await using project = await workspace({ "run.sh": "old" });
		const path = project.file("run.sh");
		await chmod(path, 0o4751);
		// Only root can give a file away.
		if (process.getuid?.() === 0) {
			await chown(path, 1234, 4321);
			await chmod(path, 0o4751);
		}
		const before = await versionOf(path);
		await commitChanges([{ kind: "write", path, shownPath: "run.sh", content: "new", replaces: before }]);
		const { mode, uid, gid } = await versionOf(path);
		expect({ mode, uid, gid }).toEqual({ mode: before.mode, uid: before.uid, gid: before.gid });
		expect([await project.read("run.sh"), await readdir(project.path)]).toEqual(["new", ["run.sh"]]);
	});

	test("through a link changes what the link leads to", async () => {
		await using project = await workspace({ "real/file": "old" });
		const path = project.file("link");
		await symlink("real/file", path);
		await commitChanges([{ kind: "write", path, shownPath: "link", content: "new", replaces: await versionOf(path) }]);
		expect([await readlink(path), await project.read("real/file")]).toEqual(["real/file", "new"]);
	});

	test("a file that changed meanwhile stays as it is", async () => {
		await using project = await workspace({ file: "old" });
		const path = project.file("file");
		const replaces = await versionOf(path);
		await writeFile(path, "someone else's");
		await expect(commitChanges([{ kind: "write", path, shownPath: "file", content: "new", replaces }])).rejects.toThrow(
			"file changed on disk while the edit was prepared; nothing was written. Read it again.",
		);
		expect([await project.read("file"), await readdir(project.path)]).toEqual(["someone else's", ["file"]]);
	});

	test("one that cannot be replaced, as it is a mount point, is written to", async () => {
		await using project = await workspace({ file: "old" });
		const path = project.file("file");
		const replaces = await versionOf(path);
		const calls = failing("rename", { code: "EBUSY", when: () => true });
		await commitChanges([{ kind: "write", path, shownPath: "file", content: "new", replaces }], calls);
		expect([await project.read("file"), await readdir(project.path)]).toEqual(["new", ["file"]]);
		expect((await versionOf(path)).ino).toBe(replaces.ino);
	});
});

describe("a new file", () => {
	test("gets its folders, and the mode of another where it takes its place", async () => {
		await using project = await workspace({ from: "x" });
		await chmod(project.file("from"), 0o750);
		const like = await versionOf(project.file("from"));
		await commitChanges([
			{ kind: "write", path: project.file("a/b/to"), shownPath: "a/b/to", content: "x", like },
			{ kind: "remove", path: project.file("from"), shownPath: "from", replaces: like },
		]);
		expect((await versionOf(project.file("a/b/to"))).mode).toBe(like.mode);
		expect((await readdir(project.path, { recursive: true })).sort()).toEqual(["a", "a/b", "a/b/to"]);
	});

	test("never takes the place of one that is there", async () => {
		await using project = await workspace({ file: "old" });
		const path = project.file("file");
		await expect(commitChanges([{ kind: "write", path, shownPath: "file", content: "new" }])).rejects.toThrow(
			"file already exists; nothing was written.",
		);
		expect([await project.read("file"), await readdir(project.path)]).toEqual(["old", ["file"]]);
	});

	test("through a dangling link is made where the link leads", async () => {
		await using project = await workspace();
		await symlink("there/file", project.file("link"));
		await commitChanges([{ kind: "write", path: project.file("link"), shownPath: "link", content: "new" }]);
		expect([await readlink(project.file("link")), await project.read("there/file")]).toEqual(["there/file", "new"]);
	});
});

test("removing a link leaves what it led to", async () => {
	await using project = await workspace({ file: "x" });
	const path = project.file("link");
	await symlink("file", path);
	await commitChanges([{ kind: "remove", path, shownPath: "link", replaces: await versionOf(path) }]);
	expect(await readdir(project.path)).toEqual(["file"]);
});

test.each([0, 1, 2, 3, 4, 5, 6, 7])("when call number %d fails, everything is as it was", async (failAt) => {
	await using project = await workspace({ a: "a", b: "b", c: "c" });
	const before = await inventory(project.path);
	const replaces = Object.fromEntries(
		await Promise.all(["a", "b", "c"].map(async (name) => [name, await versionOf(project.file(name))] as const)),
	);
	const place = (name: string) => ({ path: project.file(name), shownPath: name });
	let count = 0;
	const calls = failing("all", { code: "EIO", when: () => count++ === failAt });
	const changes = commitChanges(
		[
			{ kind: "write", ...place("a"), content: "A", replaces: required(replaces.a) },
			{ kind: "write", ...place("new/d"), content: "D" },
			{ kind: "write", ...place("new/e"), content: "E" },
			{ kind: "remove", ...place("b"), replaces: required(replaces.b) },
			{ kind: "write", ...place("c"), content: "C", replaces: required(replaces.c) },
		],
		calls,
	);
	// a: link, rename; d and e: link; b: rename; c: link, rename.
	if (failAt < 7) {
		await expect(changes).rejects.toThrow("EIO");
		expect(await inventory(project.path)).toEqual(before);
	} else {
		// Old content that cannot be cleared away is no reason to call the change a failure.
		await changes;
		expect(await project.read("c")).toBe("C");
	}
});

test("a file that can only be written to keeps its content when the disk is full half-way", async () => {
	await using project = await workspace({ file: "old content" });
	const path = project.file("file");
	const calls = {
		...failing("rename", { code: "EBUSY", when: () => true }),
		async writeFile() {
			await truncate(path, 3);
			throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
		},
	};
	const change = { kind: "write" as const, path, shownPath: "file", content: "new", replaces: await versionOf(path) };
	await expect(commitChanges([change], calls)).rejects.toThrow(
		"Cannot write file: no space is left on the disk; nothing was written.",
	);
	expect([await readdir(project.path), await project.read("file")]).toEqual([["file"], "old content"]);
});

test("what cannot be put back is named, and the rest is put back", async () => {
	await using project = await workspace({ a: "a", b: "b", c: "c" });
	const changes = await Promise.all(
		["a", "b", "c"].map(async (name) => ({
			kind: "write" as const,
			path: project.file(name),
			shownPath: name,
			content: "new",
			replaces: await versionOf(project.file(name)),
		})),
	);
	let count = 0;
	// The third file cannot be put in place, nor the second one back.
	const calls = failing("rename", { code: "EIO", when: () => [2, 3].includes(count++) });
	await expect(commitChanges(changes, calls)).rejects.toThrow("EIO; could not put back: b");
	expect([await project.read("a"), await project.read("b"), await project.read("c")]).toEqual(["a", "new", "c"]);
	const left = (await readdir(project.path)).filter((name) => name.length > 1);
	expect(await Promise.all(left.map((name) => project.read(name)))).toEqual(["b"]);
});

async function inventory(path: string) {
	const names = (await readdir(path, { recursive: true })).sort();
	return Promise.all(names.map(async (name) => [name, (await lstat(`${path}/${name}`)).ino]));
}

function required<Value>(value: Value | undefined): Value {
	if (value === undefined) throw new Error("missing");
	return value;
}

function failing(name: keyof FileCalls | "all", fault: { code: string; when: () => boolean }): FileCalls {
	const guard =
		(real: (...args: never[]) => Promise<void>, isFaulty: boolean) =>
		async (...args: never[]) => {
			if (isFaulty && fault.when()) throw Object.assign(new Error(fault.code), { code: fault.code });
			return real(...args);
		};
	const real = { rename, link, unlink, rmdir, writeFile };
	return Object.fromEntries(
		Object.entries(real).map(([call, run]) => [call, guard(run, name === "all" || name === call)]),
	) as unknown as FileCalls;
}
