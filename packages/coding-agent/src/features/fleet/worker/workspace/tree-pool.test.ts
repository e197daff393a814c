import { expect, test } from "bun:test";
import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { CloneCache } from "./clone-cache.ts";
import { FleetGit } from "./fleet-git.ts";
import { makeWorkspace } from "./make-workspace.ts";
import { TreePool } from "./tree-pool.ts";

async function places() {
	const repository = await workspace(
		{ "a.txt": "one\n", "b/c.txt": "c\n", ".gitignore": "build\n", "run.sh": "#!/bin/sh\n" },
		{ git: true },
	);
	const folder = await workspace();
	const git = new FleetGit(folder.path, process.env);
	const cache = new CloneCache(folder.file("cache"), git, () => Date.now());
	const pool = new TreePool(folder.file("kept"), 2);
	const { signal } = new AbortController();
	const make = async (name: string) => {
		await mkdir(folder.file(name), { recursive: true });
		const facts = { repository: repository.path, ref: undefined, baseCommit: undefined, maxChangeBytes: 1e6, signal };
		return makeWorkspace({ ...facts, folder: folder.file(name) }, { cache, git, pool });
	};
	return {
		...{ repository, folder, pool, make },
		async [Symbol.asyncDispose]() {
			await Promise.all([repository, folder].map((place) => place[Symbol.asyncDispose]()));
		},
	};
}

const statOf = (path: string) => Bun.file(path).stat();

test("files of an earlier task are used again, with all that it did taken back", async () => {
	await using place = await places();
	const { make, pool, folder, repository } = place;
	const first = await make("first");
	const untouched = (await statOf(folder.file("first/tree/b/c.txt"))).ino;
	await folder.write("first/tree/a.txt", "two\n");
	await folder.write("first/tree/new/x.txt", "x\n");
	await folder.write("first/tree/build/out", "ignored\n");
	await folder.write("first/tree/inner/.git/HEAD", "ref: refs/heads/x\n");
	await folder.write("first/tree/.git/info/exclude", "*\n");
	await first.tree.snapshot();
	await folder.write("first/tree/later.txt", "after the last look\n");
	await folder.write("first/tree/b/c.txt.bak", "x");
	await chmod(folder.file("first/tree/run.sh"), 0o4777);
	pool.give(repository.path, folder.file("first"));
	await repository.write("a.txt", "three\n");
	await repository.git("commit", "--quiet", "--all", "--message=Three");

	const second = await make("second");
	const names = await Array.fromAsync(
		new Bun.Glob("**/*").scan({ cwd: folder.file("second/tree"), dot: true, onlyFiles: true }),
	);
	expect(names.filter((name) => !name.startsWith(".git/")).sort()).toEqual([
		".gitignore",
		"a.txt",
		"b/c.txt",
		"run.sh",
	]);
	expect(await folder.read("second/tree/a.txt")).toBe("three\n");
	expect((await statOf(folder.file("second/tree/run.sh"))).mode & 0o7777).toBe(0o644);
	expect((await statOf(folder.file("second/tree/b/c.txt"))).ino).toBe(untouched);
	expect(await folder.read("second/tree/.git/info/exclude").catch(() => "")).toBe("");
	expect(await second.tree.snapshot()).toBe(second.tree.baseTree);
});

test("a file with the size and time of the original, but other content, is put back", async () => {
	await using place = await places();
	const { make, pool, folder, repository } = place;
	await make("first");
	const path = folder.file("first/tree/a.txt");
	const { atime, mtime } = await statOf(path);
	await folder.write("first/tree/a.txt", "eno\n");
	const { utimes } = await import("node:fs/promises");
	await utimes(path, atime, mtime);
	pool.give(repository.path, folder.file("first"));
	await make("second");
	expect(await folder.read("second/tree/a.txt")).toBe("one\n");
});

test("files that cannot be taken back are made again", async () => {
	await using place = await places();
	const { make, pool, folder, repository } = place;
	await make("first");
	pool.give(repository.path, folder.file("first"));
	await Bun.write(join(folder.path, "kept/kept-1/index"), "no index");
	await make("second");
	expect(await folder.read("second/tree/b/c.txt")).toBe("c\n");
});
