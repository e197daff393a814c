import { expect, test } from "bun:test";
import { lchown, readdir } from "node:fs/promises";
import { requiresThat } from "../requires.ts";
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

requiresThat(process.getuid?.() === 0, "root")(
	"orphans: folders of other users stay, since removing them fails",
	async () => {
		const gone = (await runCommand(["sh", "-c", "echo $$"])).stdout.trim();
		await using project = await workspace({ [`run-${gone}-abc/file`]: "" });
		await lchown(project.file(`run-${gone}-abc`), 65_534, 65_534);
		removeOrphans(project.path, "run-");
		expect(await readdir(project.path)).toEqual([`run-${gone}-abc`]);
	},
);
