import { expect, test } from "bun:test";
import { truncate, writeFile } from "node:fs/promises";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";

/** A project with a pipe that nobody writes to and a file of 4 GB that takes no space. */
async function oddProject() {
	const omp = await ompProject({ replies: [text("seen")] });
	expect(Bun.spawnSync(["mkfifo", omp.files.file("pipe")]).exitCode).toBe(0);
	await writeFile(omp.files.file("huge.txt"), "");
	await truncate(omp.files.file("huge.txt"), 4 * 1024 ** 3);
	return omp;
}

test.each([
	["an attached pipe", ["-p", "@pipe", "hi"], /pipe is not a regular file/],
	["an attached device", ["-p", "@/dev/zero", "hi"], /\/dev\/zero is not a regular file/],
	["a huge attached file", ["-p", "@huge.txt", "hi"], /huge\.txt is larger than 32 MB/],
	["a pipe as system prompt", ["-p", "--system-prompt", "pipe", "hi"], /pipe is not a regular file/],
	[
		"a device as system prompt",
		["-p", "--append-system-prompt", "/dev/zero", "hi"],
		/\/dev\/zero is not a regular file/,
	],
	["a huge system prompt", ["-p", "--system-prompt", "huge.txt", "hi"], /huge\.txt is larger than 1 MB/],
])("%s ends the start with a sentence", async (_, args, sentence) => {
	await using omp = await oddProject();
	const { exitCode, stderr } = await omp.run(args);
	expect([exitCode, stderr]).toEqual([1, expect.stringMatching(sentence)]);
	expect(stderr.trim().split("\n").length).toBeLessThanOrEqual(2);
});

test("endless standard input ends with a sentence", async () => {
	await using omp = await oddProject();
	const line = `yes | ${omp.command.map((word) => `'${word}'`).join(" ")} -p hi`;
	const { exitCode, stderr } = await runCommand(["bash", "-c", line], { cwd: omp.path, env: omp.env });
	expect([exitCode, stderr]).toEqual([1, expect.stringContaining("Standard input is larger than 32 MB")]);
});

test("the output of a command may be attached", async () => {
	await using omp = await oddProject();
	const line = `${omp.command.map((word) => `'${word}'`).join(" ")} -p @<(echo from a command) hi`;
	const { stdout, stderr } = await runCommand(["bash", "-c", line], { cwd: omp.path, env: omp.env });
	expect([stdout.trim(), stderr]).toEqual(["seen", ""]);
	expect(JSON.stringify(omp.model.requests[0])).toContain("from a command");
});

test("mentioned pipes are left out, and huge files are named by their size", async () => {
	await using omp = await oddProject();
	const { stdout } = await omp.run(["-p", "look at @pipe and @huge.txt and @/dev/zero"]);
	expect(stdout.trim()).toBe("seen");
	expect(JSON.stringify(omp.model.requests[0])).toContain("(4096 MB, too large to attach; use read for parts of it)");
});
