import { expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { runCommand } from "../run-command.ts";
import { workspace } from "../workspace.ts";
import { removeOrphans } from "./remove-orphans.ts";

test("orphans: folders of exited processes are removed, all others stay", async () => {
	const gone = (await runCommand(["sh", "-c", "echo $$"])).stdout.trim();
	await using project = await workspace({
		[`run-${gone}-abc/home/file`]: "",
		[`run-${process.pid}-abc/file`]: "",
		"run-without-number/file": "",
		[`other-${gone}-abc/file`]: "",
	});
	removeOrphans(project.path, "run-");
	expect((await readdir(project.path)).sort()).toEqual(
		[`run-${process.pid}-abc`, "run-without-number", `other-${gone}-abc`].sort(),
	);
});
