import { expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { shownPath } from "../contract/node-state.ts";
import { resolveWritten } from "./resolve-written.ts";

test("what is written to: missing folders, the target of links, also of those that lead to nothing or in a circle", async () => {
	await using project = await workspace({ "real/x": "" });
	await symlink("real", project.file("folder"));
	await symlink("folder/none", project.file("link"));
	await symlink("circle", project.file("circle"));
	const resolve = (path: string) =>
		resolveWritten(project.file(path)).map((found) => shownPath(found).slice(project.path.length + 1));
	expect(resolve("folder/a/b/c")).toEqual(["real/a", "real/a/b", "real/a/b/c"]);
	expect(resolve("link")).toEqual(["link", "real/none"]);
	expect(new Set(resolve("circle"))).toEqual(new Set(["circle"]));
	expect(resolve("folder/../real/x")).toEqual(["real/x"]);
});
