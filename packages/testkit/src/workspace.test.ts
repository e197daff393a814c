import { expect, test } from "bun:test";
import { exists, readdir } from "node:fs/promises";
import { join } from "node:path";
import { requires } from "./requires.ts";
import { workspace } from "./workspace.ts";

test("workspace: has the given files, also nested ones", async () => {
	await using project = await workspace({ "a.txt": "one", "deep/er/b.txt": "two" });
	expect(await project.read("deep/er/b.txt")).toBe("two");
	await project.write("c/d.txt", "three");
	expect((await readdir(project.path)).sort()).toEqual(["a.txt", "c", "deep"]);
	expect(project.file("c/d.txt")).toBe(join(project.path, "c/d.txt"));
});

test("workspace: is removed when the test ends", async () => {
	let path = "";
	{
		await using project = await workspace({ "a.txt": "one" }, { name: "with a space" });
		path = project.path;
		expect(await exists(join(path, "a.txt"))).toBe(true);
	}
	expect(path.endsWith("/with a space")).toBe(true);
	expect(await exists(path)).toBe(false);
});

requires("git")("workspace: can be a repository with everything committed", async () => {
	await using project = await workspace({ "a.txt": "one" }, { git: true });
	expect(await project.git("status", "--porcelain")).toBe("");
	expect(await project.git("ls-files")).toBe("a.txt\n");
	await project.write("a.txt", "two");
	expect(await project.git("status", "--porcelain")).toBe(" M a.txt\n");
	await expect(project.git("no-such-command")).rejects.toThrow("git no-such-command failed");
});
