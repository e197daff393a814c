import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { defaultInterceptRules } from "../command-line/intercept-rules.data.ts";
import { bashIn } from "../testing/bash-in.ts";
import { quietEnv } from "./quiet-env.ts";
import { executeUserCommand } from "./user-command.ts";

const never = new AbortController().signal;

verifies("tools-exec:bash:user-command", async () => {
	await using project = await workspace({ "a.txt": "one\ntwo\nthree\n" });
	await using bash = bashIn(project, { interceptor: { rules: defaultInterceptRules, isActive: () => true } });
	const ports = { ...bash.options, quietEnv: quietEnv(bash.options.env) };
	expect(
		await executeUserCommand("cat a.txt | head -2; (exit 4)", { cwd: project.path, signal: never }, ports),
	).toEqual({
		output: "one\ntwo\n",
		exitCode: 4,
		cancelled: false,
		truncated: false,
		totalLines: 2,
		totalBytes: 8,
		outputLines: 2,
		outputBytes: 8,
		workingDir: project.path,
	});
	const long = await executeUserCommand("seq 100000", { cwd: project.path, signal: never }, ports);
	expect([long.truncated, long.artifactId, long.totalLines, long.outputBytes < 41_000]).toEqual([
		true,
		"7",
		100_000,
		true,
	]);
});

test("a command that the user stops while the shell starts was cancelled, which is no error", async () => {
	await using project = await workspace();
	await using bash = bashIn(project);
	const controller = new AbortController();
	const options = { cwd: project.path, signal: controller.signal };
	const running = executeUserCommand("echo a", options, { ...bash.options, quietEnv: bash.options.env });
	await Bun.sleep(0);
	controller.abort();
	expect(await running).toMatchObject({ output: "[Command cancelled]\n", cancelled: true });
});

test("a command that the user stops says so and has no exit code", async () => {
	await using project = await workspace();
	await using bash = bashIn(project);
	const controller = new AbortController();
	const seen: string[] = [];
	const options = { cwd: project.path, signal: controller.signal, onUpdate: (text: string) => seen.push(text) };
	const running = executeUserCommand("echo a; sleep 60", options, { ...bash.options, quietEnv: bash.options.env });
	await until(() => seen.includes("a\n"));
	controller.abort();
	const { output, cancelled, exitCode } = await running;
	expect([output, cancelled, exitCode]).toEqual(["[Command cancelled]\na\n", true, undefined]);
});
