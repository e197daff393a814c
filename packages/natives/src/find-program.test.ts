import { expect, test } from "bun:test";
import { chmod } from "node:fs/promises";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { findProgram } from "./find-program.ts";

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
