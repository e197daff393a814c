import { expect, test } from "bun:test";
import { chmodSync, existsSync } from "node:fs";
import { workspace } from "../workspace.ts";
import { removeTree } from "./remove-tree.ts";
import { withoutPrivileges } from "./without-privileges.ts";

test("remove tree: folders that may not be written or listed go too", async () => {
	await using place = await workspace();
	await withoutPrivileges(place.path, async () => {
		const { mkdirSync, writeFileSync } = await import("node:fs");
		const root = `/tmp/omp-remove-${crypto.randomUUID()}`;
		mkdirSync(`${root}/a/b`, { recursive: true });
		writeFileSync(`${root}/a/b/file`, "");
		chmodSync(`${root}/a/b`, 0);
		chmodSync(`${root}/a`, 0o555);
		removeTree(root);
		expect(existsSync(root)).toBe(false);
	});
});
