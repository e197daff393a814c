import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { $ } from "bun";
import { changedFiles } from "./changed-files.ts";

test("check --changed: takes edited, committed and new files since the upstream branch, and none that is deleted or ignored", async () => {
	await using project = await workspace({
		"same.ts": "1",
		"edited.ts": "1",
		"gone.ts": "1",
		".gitignore": "ignored.ts\n",
	});
	const run = (...args: readonly string[]) =>
		$`git -c user.name=a -c user.email=a@example.com ${args}`.cwd(project.path).quiet();
	await run("init", "-q", "-b", "main");
	await run("add", ".");
	await run("commit", "-qm", "first");
	await project.write("edited.ts", "2");
	await project.write("a new one.ts", "1");
	await project.write("ignored.ts", "1");
	await run("rm", "-q", "gone.ts");
	expect(await changedFiles(project.path)).toEqual(["a new one.ts", "edited.ts"]);
	await run("branch", "base");
	await run("checkout", "-q", "-b", "work", "--track", "base");
	await run("add", "edited.ts");
	await run("commit", "-qm", "second");
	expect(await changedFiles(project.path)).toEqual(["a new one.ts", "edited.ts"]);
});
