import { expect, test } from "bun:test";
import { chmod, symlink } from "node:fs/promises";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { findProgram, leftOutFolders } from "./find-program.ts";

test("find program: what a project brings is passed over", async () => {
	const places = ["project/tool", "project/bin/tool", "project/node_modules/.bin/tool", "system/tool"];
	await using tree = await workspace(Object.fromEntries(places.map((place) => [place, "#!/bin/sh\n"])));
	for (const place of places) await chmod(tree.file(place), 0o755);
	const cwd = tree.file("project");
	const [bin, packages, system] = ["project/bin", "project/node_modules/.bin", "system"].map((name) => tree.file(name));
	expect(findProgram("tool", `.::${packages}:${bin}:${system}`, cwd)).toBe(tree.file("system/tool"));
	expect(findProgram("tool", `.:${packages}:${bin}`)).toBe(tree.file("project/bin/tool"));
	expect(findProgram("tool", `.:${packages}`, cwd)).toBeUndefined();
	expect(findProgram("tool", "", cwd)).toBeUndefined();
	expect(findProgram("tool", undefined)).toBeUndefined();
	expect(findProgram("tool", system, "/")).toBe(tree.file("system/tool"));
});

test("find program: a folder of packages counts where it belongs to no folder of the project or above it", async () => {
	const bins = ["tools/node_modules/.bin", "repo/node_modules/.bin", "repo/app/x/node_modules/.bin"];
	await using tree = await workspace(Object.fromEntries(bins.map((bin) => [`${bin}/tool`, "#!/bin/sh\n"])));
	for (const bin of bins) await chmod(tree.file(`${bin}/tool`), 0o755);
	const cwd = tree.file("repo/app");
	const [outside = "", above = "", below = ""] = bins.map((bin) => tree.file(bin));
	await symlink(tree.file("repo"), tree.file("link"));
	expect(findProgram("tool", outside, cwd)).toBe(`${outside}/tool`);
	expect(findProgram("tool", `${outside}/`, cwd)).toBe(`${outside}/tool`);
	for (const folder of [above, below, `${above}/`, tree.file("link/node_modules/.bin")]) {
		expect([folder, findProgram("tool", folder, cwd)]).toEqual([folder, undefined]);
	}
	expect(findProgram("tool", outside)).toBeUndefined();
	expect(leftOutFolders(`${outside}:${above}:relative:${below}`, cwd)).toEqual([above, below]);
});
