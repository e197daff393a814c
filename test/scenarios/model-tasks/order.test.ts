import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { text, toolCalls } from "@oh-my-pi/pi-testkit/servers/replies";
import { resultsIn } from "./testing/results.ts";

const bash = (command: string, more: Record<string, unknown> = {}) => ({
	name: "bash",
	arguments: { i: "Working", command, ...more },
});
const read = (path: string) => ({ name: "read", arguments: { i: "Reading", path } });

test("git add and git commit in one message", async () => {
	await using omp = await ompProject({
		files: { "a.txt": "one\n" },
		replies: [
			toolCalls(bash("git add -A"), bash("git -c user.name=A -c user.email=a@b.c commit -qm first")),
			text("done"),
		],
	});
	await runCommand(["git", "init", "-q"], { cwd: omp.path, env: omp.env });
	await omp.run(["-p", "commit it", "--approval-mode", "yolo"]);
	const { stdout } = await runCommand(["git", "log", "--format=%s"], { cwd: omp.path, env: omp.env });
	expect(stdout.trim()).toBe("first");
}, 30_000);

test("what a command of the message writes is there for the calls behind it", async () => {
	await using omp = await ompProject({
		files: { "old.txt": "old text\n" },
		replies: [
			toolCalls(
				bash("sleep 0.3; echo new text > f.txt"),
				read("f.txt"),
				bash("cat f.txt"),
				{ name: "find", arguments: { i: "Looking", pattern: "f.*" } },
				bash("sleep 0.3; sed -i s/old/changed/ old.txt"),
				read("old.txt"),
			),
			text("done"),
		],
	});
	await omp.run(["-p", "go", "--approval-mode", "yolo"]);
	const [, first, second, found, , changed] = resultsIn(omp, 1);
	expect(first).toContain("new text");
	expect(second).toContain("new text");
	expect(found).toContain("f.txt");
	expect(changed).toContain("changed text");
}, 30_000);

test("a job that the message starts is awaited by the poll behind it", async () => {
	await using omp = await ompProject({
		replies: [
			toolCalls(bash("sleep 0.3; echo background done", { async: true }), {
				name: "job",
				arguments: { i: "Waiting", poll: [] },
			}),
			text("done"),
		],
	});
	await omp.run(["-p", "go", "--approval-mode", "yolo"]);
	const [, polled] = resultsIn(omp, 1);
	expect(polled).toContain("background done");
	expect(omp.model.requests).toHaveLength(2);
}, 30_000);
