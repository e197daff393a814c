import { expect, test } from "bun:test";
import { mkdir, symlink, utimes } from "node:fs/promises";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { modifiedTimes, plainReader } from "./modified-times.ts";

test.each([
	["as the system tells them", modifiedTimes],
	["as Node tells them", plainReader],
])("times of files, folders and links, %s", async (_, read) => {
	await using project = await workspace({ "a.txt": "", "sub/ü ✓.txt": "" });
	await symlink("a.txt", project.file("link"));
	await symlink("nowhere", project.file("broken"));
	await mkdir(project.file("sub/inner"));
	await utimes(project.file("a.txt"), 2_000_000_000.25, 2_000_000_000.25);
	await utimes(project.file("sub/ü ✓.txt"), 5_000_000_000, 5_000_000_000);
	await utimes(project.file("sub/inner"), 7, 7);
	const paths = ["a.txt", "link", "sub/ü ✓.txt", "sub/inner/", "broken", "gone", "x".repeat(5000)];
	expect([...read(project.path, paths)]).toEqual([
		2_000_000_000_250,
		2_000_000_000_250,
		5_000_000_000_000,
		7000,
		Number.NaN,
		Number.NaN,
		Number.NaN,
	]);
	expect([...read(project.file("gone"), ["a.txt"])]).toEqual([Number.NaN]);
});
