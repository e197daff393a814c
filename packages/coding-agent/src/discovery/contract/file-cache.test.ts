import { expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { FileCache } from "./file-cache.ts";

test("file cache: what is in a missing folder is missing, and is noticed when the folder appears", async () => {
	await using project = await workspace({ "here/rules.md": "a\n" });
	const files = new FileCache();
	expect(files.isFile(project.file("here/rules.md"))).toBe(true);
	expect(await files.text(project.file("none/deep/rules.md"))).toBeUndefined();
	expect(files.isFolder(project.file("none/other"))).toBe(false);
	expect(files.isStale).toBe(false);

	await project.write("unrelated.md", "b\n");
	expect(files.isStale).toBe(false);

	await project.write("none/unrelated.md", "b\n");
	expect(files.isStale).toBe(true);
	files.reset();
	expect(await files.text(project.file("none/deep/rules.md"))).toBeUndefined();
	await project.write("none/deep/rules.md", "c\n");
	expect(files.isStale).toBe(true);
	files.reset();
	expect(await files.text(project.file("none/deep/rules.md"))).toBe("c\n");
	await rm(project.file("none"), { recursive: true });
	expect(files.isStale).toBe(true);
});

test("file cache: after a file was written its folder is there", async () => {
	await using project = await workspace({});
	const files = new FileCache();
	const path = project.file("new/rules.md");
	expect(await files.text(path)).toBeUndefined();
	await project.write("new/rules.md", "a\n");
	files.invalidate(path);
	expect(await files.text(path)).toBe("a\n");
});
