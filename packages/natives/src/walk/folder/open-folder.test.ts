import { expect, test } from "bun:test";
import { mkdir, rm, symlink, utimes } from "node:fs/promises";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { FolderOpener } from "./folder-entry.ts";
import { folderOpener } from "./open-folder.ts";
import { openPlainFolder } from "./open-plain-folder.ts";

const ways = [
	["as this system does it best", folderOpener()],
	["as Node does it", openPlainFolder],
] as const;

function look(open: FolderOpener, path: string): Record<string, readonly [string, number]> {
	const folder = open(path);
	if (!folder) throw new Error(`${path} cannot be opened`);
	const entries = folder.entries.map((entry) => [entry.name, [entry.kind, folder.modifiedMs(entry)] as const] as const);
	folder.close();
	return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

test.each(ways)("entries, kinds and times of a folder, %s", async (_way, open) => {
	await using project = await workspace({ "a.txt": "", "ü ✓.txt": "", "odd\nname": "" });
	await mkdir(project.file("sub"));
	await symlink("a.txt", project.file("link"));
	await symlink("nowhere", project.file("broken"));
	Bun.spawnSync(["mkfifo", project.file("pipe")]);
	await utimes(project.file("a.txt"), 2_000_000_000.25, 2_000_000_000.25);
	await utimes(project.file("ü ✓.txt"), 5_000_000_000, 5_000_000_000);
	Bun.spawnSync(["touch", "-d", "1969-12-31T23:59:55Z", project.file("odd\nname")]);
	await utimes(project.file("sub"), 7, 7);
	expect(look(open, project.path)).toEqual({
		"a.txt": ["file", 2_000_000_000_250],
		broken: ["other", expect.any(Number)],
		link: ["other", expect.any(Number)],
		"odd\nname": ["file", -5000],
		pipe: ["other", expect.any(Number)],
		sub: ["folder", 7000],
		"ü ✓.txt": ["file", 5_000_000_000_000],
	});
});

test.each(ways)("three thousand long names in one folder, %s", async (_way, open) => {
	await using project = await workspace();
	const names = Array.from({ length: 3000 }, (_, index) => `${index}-${"x".repeat(200)}`);
	await Promise.all(names.map((name) => project.write(name, "")));
	expect(Object.keys(look(open, project.path)).sort()).toEqual(names.sort());
	expect(Object.values(look(open, project.path)).every(([kind, ms]) => kind === "file" && ms > 0)).toBe(true);
});

test.each(ways)("a vanished entry has no time, and a vanished folder does not open, %s", async (_way, open) => {
	await using project = await workspace({ "a/x": "" });
	const folder = open(project.file("a"));
	await rm(project.file("a/x"));
	expect(folder?.entries.map((entry) => folder.modifiedMs(entry))).toEqual([Number.NaN]);
	folder?.close();
	await rm(project.file("a"), { recursive: true });
	expect(open(project.file("a"))).toBeUndefined();
});

test("PI_WALK=node lists folders with Node alone", () => {
	expect(folderOpener({ PI_WALK: "node" })).toBe(openPlainFolder);
	expect(folderOpener({ PI_WALK: "" }) === openPlainFolder).toBe(process.platform !== "linux");
});
