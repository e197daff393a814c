import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { listProcesses } from "@oh-my-pi/pi-natives/process/process-list";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { type PtyRun, ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { opened } from "./at-terminal.ts";

/** In the sandbox processes have other numbers than outside. */
const ownNumbers = 'sandbox: { mode: "off" }\n';

/** A console takes no key for a moment, and several programs share the machine. */
setDefaultTimeout(30_000);

async function start(omp: OmpProject): Promise<PtyRun> {
	const terminal = ptyRun([...omp.command], { cols: 90, rows: 26, cwd: omp.path, env: omp.env });
	await terminal.waitFor("Acme One");
	terminal.type("go\r");
	return terminal;
}

async function pidsIn(omp: OmpProject, file: string): Promise<number[]> {
	const read = async () => (await omp.files.read(file).catch(() => "")).trim();
	await until(async () => (await read()) !== "");
	return (await read()).split(/\s+/).map(Number);
}

async function areGone(pids: readonly number[]): Promise<void> {
	await until(async () => !(await listProcesses()).some(({ pid }) => pids.includes(pid)));
}

interface ToolResults {
	readonly content: ReadonlyArray<{ readonly content: ReadonlyArray<{ readonly text: string }> }>;
}

function lastResult(omp: OmpProject, index: number): string {
	const messages = omp.model.requests[index]?.messages as readonly ToolResults[] | undefined;
	return messages?.at(-1)?.content[0]?.content[0]?.text ?? "";
}

const resultOf = (omp: OmpProject, index: number) => JSON.stringify(omp.model.requests[index]?.messages);

describe("console", () => {
	test("a program asks on the screen, gets typed input, and its output goes to the model", async () => {
		const command = 'printf "\\033[32mDelete?\\033[0m [y/N] "; read -r answer; stty size; echo "you said $answer"';
		await using omp = await ompProject({
			replies: [toolCall("bash", { i: "Asking", command, pty: true }), text("Thank you.")],
		});
		await using terminal = await start(omp);
		await opened(terminal, "Delete? [y/N]");
		expect(terminal.screen()).toContain("Console");
		expect(terminal.output()).toContain("\x1b[0;38;5;2mDelete?");
		terminal.type("yes, all\x7f\x7f\x7fof it\r");
		await terminal.waitFor("Thank you.");
		expect(terminal.screen()).not.toContain("Console");
		const told = resultOf(omp, 1);
		expect(told).toContain("23 86");
		expect(told).toContain("you said yes, of it");
	});

	test("a full-screen program gets keys and resize events", async () => {
		const command = [
			"trap 'printf \"\\033[HNow $(stty size)\"' WINCH",
			"printf '\\033[?1049h\\033[?1h\\033[2J\\033[HPress up'",
			"stty -icanon -echo",
			// A read interrupted by a signal may already have consumed its byte.
			'key=; until [ "$key" = "$(printf \'\\033OA\')" ]; do next=; IFS= read -rsn1 -t 0.1 next; key=$key$next; done',
			"printf '\\033[?1049l'; printf %s \"$key\" | od -An -c",
		].join("; ");
		await using omp = await ompProject({
			replies: [toolCall("bash", { i: "Showing", command, pty: true }), text("Seen.")],
		});
		await using terminal = await start(omp);
		await terminal.waitFor(/Console[\s\S]*│ Press up/);
		await terminal.resize(80, 20);
		await opened(terminal, "Now 17 76");
		terminal.type("\x1b[A");
		await terminal.waitFor("Seen.");
		expect(resultOf(omp, 1)).toContain("033   O   A");
	});

	test("Esc kills the program and its child processes", async () => {
		const command = "sleep 600 & echo $$ $! > pids; (sleep 600; true) & echo waiting; wait";
		await using omp = await ompProject({
			replies: [toolCall("bash", { i: "Waiting", command, pty: true }), text("You ended it.")],
		});
		await omp.home.write(".omp/agent/config.yml", ownNumbers);
		await using terminal = await start(omp);
		await opened(terminal, "waiting");
		const pids = await pidsIn(omp, "pids");
		terminal.type("\x1b");
		await terminal.waitFor("You ended it.");
		await areGone(pids);
		expect(resultOf(omp, 1)).toContain("Command ended by the user");
	});
});

test("Esc kills a command without a pty and its process tree", async () => {
	const command = "bash -c 'sleep 600 & echo $! >> pids; wait' & setsid sleep 600 & echo $! >> pids; wait";
	await using omp = await ompProject({ replies: [toolCall("bash", { i: "Waiting", command })] });
	await omp.home.write(".omp/agent/config.yml", ownNumbers);
	await using terminal = await start(omp);
	await until(async () => (await pidsIn(omp, "pids")).length === 2);
	const pids = await pidsIn(omp, "pids");
	terminal.type("\x1b");
	await terminal.waitFor("Interrupted");
	await areGone(pids);
});

test("a background job is listed, read and killed", async () => {
	const command = "echo $$ > pids; echo serving on 8080; sleep 600";
	await using omp = await ompProject({
		replies: [
			toolCall("bash", { i: "Serving", command, async: true }),
			toolCall("bash", {
				i: "Counting",
				command: "until [ -e polled ]; do sleep 0.01; done; echo counted 42",
				async: true,
			}),
			toolCall("job", { i: "Reading", poll: ["bg_2"] }),
			toolCall("job", { i: "Listing", list: true }),
			toolCall("job", { i: "Stopping", cancel: ["bg_1"] }),
			text("It is stopped."),
		],
	});
	await omp.home.write(".omp/agent/config.yml", ownNumbers);
	await using terminal = await start(omp);
	await pidsIn(omp, "pids");
	await terminal.waitFor("Reading ⟦esc⟧");
	await omp.files.write("polled", "");
	await terminal.waitFor("It is stopped.");
	await areGone(await pidsIn(omp, "pids"));
	const told = [1, 2, 3, 4, 5].map((index) => lastResult(omp, index));
	expect(told).toEqual([
		expect.stringMatching(/^Backgrounded as job bg_1; result will be delivered automatically\.\n.*`launch`/),
		"Backgrounded as job bg_2; result will be delivered automatically.",
		expect.stringMatching(/^## Completed \(1\)[\s\S]*bg_2[\s\S]*counted 42/),
		expect.stringMatching(/Running \(1\)\n- `bg_1` \[bash\]/),
		expect.stringMatching(/^## Cancelled \(1\)[\s\S]*bg_1/),
	]);
});
