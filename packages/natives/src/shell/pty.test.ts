import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { listProcesses } from "../process/process-list.ts";
import { openPty } from "./pty.ts";

function run(script: string, cwd: string, size: { cols?: number; rows?: number } = {}) {
	let output = "";
	const pty = openPty(["bash", "-c", script], {
		cwd,
		env: { PATH: process.env.PATH, TERM: "xterm-256color" },
		...size,
		onData(bytes) {
			output += Buffer.from(bytes).toString();
		},
	});
	return { pty, output: () => output, shows: (text: string) => until(() => output.includes(text)) };
}

test("a program that asks a question receives the answer", async () => {
	await using project = await workspace();
	const { pty, shows, output } = run('test -t 0 && read -p "Name? " name; echo "Hello $name"; exit 3', project.path);
	await shows("Name? ");
	pty.write("Ann\r");
	expect(await pty.exit).toEqual({ exitCode: 3 });
	expect(output()).toBe("Name? Ann\r\nHello Ann\r\n");
});

test("the size is clamped, and changes reach the program", async () => {
	await using project = await workspace();
	const { pty, shows, output } = run(
		"trap 'stty size; exit' WINCH; stty size; while :; do sleep 0.01; done",
		project.path,
		{
			cols: 3,
			rows: 10,
		},
	);
	await shows("10 20");
	pty.resize(1000, 50);
	await pty.exit;
	expect(output()).toBe("10 20\r\n50 400\r\n");
	expect(run("stty size", project.path).pty.pid).toBeGreaterThan(0);
});

test("Ctrl-C reaches the program as SIGINT", async () => {
	await using project = await workspace();
	const { pty, shows } = run("trap 'echo caught; exit 9' INT; echo ready; sleep 60 & wait", project.path);
	await shows("ready");
	pty.write("\x03");
	await shows("caught");
	expect(await pty.exit).toEqual({ exitCode: 9 });
});

test("killing a program kills its children", async () => {
	await using project = await workspace();
	const { pty, shows, output } = run("sleep 300 & echo child $!; wait", project.path);
	await shows("\n");
	await pty.kill();
	expect(await pty.exit).toEqual({ exitCode: null });
	const child = Number(/child (\d+)/.exec(output())?.[1]);
	expect((await listProcesses()).filter(({ pid }) => pid === child)).toEqual([]);
});
