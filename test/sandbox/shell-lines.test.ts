import { afterAll, beforeAll, expect, setDefaultTimeout } from "bun:test";
import { dirname } from "node:path";
import type { BoxNamespace } from "@oh-my-pi/pi-natives/sandbox/box-policy";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { type Machine, startMachine } from "./machine.ts";
import { makeScene } from "./scene.ts";
import { type ShellLine, shellLines } from "./shell-lines.data.ts";

setDefaultTimeout(180_000);

let machine: Machine;
/** The machine around a box is a program of Python. */
const onMachine = requires("python3");
beforeAll(async () => {
	if (Bun.which("python3")) machine = await startMachine();
});
afterAll(() => machine?.[Symbol.asyncDispose]());

const path = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin";

async function runLine({ line }: ShellLine, namespaces: readonly BoxNamespace[] | undefined) {
	using scene = makeScene(machine, namespaces);
	const command = ["bash", "-c", line];
	// A line that finds no repository of its own must not find the one that the tests are in.
	const env = { PATH: path, HOME: scene.home, LANG: "C.UTF-8", GIT_CEILING_DIRECTORIES: dirname(scene.project) };
	const run = (full: readonly string[]) => runCommand(full, { cwd: scene.project, env });
	// The repository of a scene is made by hand; its folder may be anybody's.
	return namespaces
		? await run(scene.inBox(command))
		: await run(["env", `TMPDIR=${scene.policy.temporaryFolder}`, ...command]);
}

for (const [layer, namespaces] of [
	["outside of a box", undefined],
	["with mounts and namespaces", ["mounts", "processes", "network"]],
	["with Landlock and the filter alone", []],
] as const) {
	onMachine(`shell lines print what they should ${layer}`, async () => {
		const wrong: unknown[] = [];
		for (const line of shellLines) {
			const { stdout, stderr } = await runLine(line, namespaces);
			const isRight = typeof line.prints === "string" ? stdout === line.prints : line.prints.test(stdout);
			const isExpected = namespaces?.length === 0 && line.needsNamespaces ? !isRight : isRight;
			if (!isExpected) wrong.push({ line: line.line, stdout, stderr: stderr.slice(-400) });
		}
		expect(wrong).toEqual([]);
	});
}
