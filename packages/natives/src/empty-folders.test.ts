import { expect, test } from "bun:test";
import { mkdir } from "node:fs/promises";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { emptyFolders } from "./empty-folders.ts";

test("finds folders without files, and only those", async () => {
	await using project = await workspace({ "a/x.txt": "", "ignored/deep/file": "" });
	await mkdir(project.file("empty/inner"), { recursive: true });
	await mkdir(project.file("a/also"));
	await mkdir(project.file(".git/refs"), { recursive: true });
	const found = emptyFolders(project.path, new Set(["", "a"]), (name) => name === ".git");
	expect(found.sort()).toEqual(["a/also", "empty", "empty/inner"]);
});
