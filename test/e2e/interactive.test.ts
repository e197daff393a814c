import { describe, expect, test } from "bun:test";
import { readdir, readFile } from "node:fs/promises";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { delivered, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { type PtyRun, ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const sizes = [
	{ cols: 80, rows: 24 },
	{ cols: 200, rows: 50 },
];

function start(omp: OmpProject, size = sizes[0], args: readonly string[] = []): PtyRun {
	return ptyRun([...omp.command, ...args], { ...size, cwd: omp.path, env: omp.env });
}

const untouched = (terminal: PtyRun) => {
	const { raw, ...modes } = terminal.modes();
	return { raw, modes };
};

const shellModes = () => {
	const probe = ptyRun(["true"], sizes[0]);
	return untouched(probe);
};

describe.each(sizes)("interactive mode at $cols by $rows", (size) => {
	test("paints, streams a reply with a tool call, and restores the terminal at exit", async () => {
		const slow = (content: string) => delivered(text(content), { chunkChars: 6, chunkDelayMs: 5 });
		const replies = [
			toolCall("bash", { i: "Counting", command: "echo counted $((20+22))" }),
			slow("The answer is **forty-two**, as `expected`."),
		];
		await using omp = await ompProject({ replies });
		await using terminal = start(omp, size);
		await terminal.waitFor("Acme One");
		terminal.type("count for me\r");
		await terminal.waitFor("counted 42");
		await terminal.waitFor("forty-two");
		expect(terminal.history()).toContain("count for me");
		terminal.type("\x04");
		expect((await terminal.exit).code).toBe(0);
		expect(untouched(terminal)).toEqual(shellModes());
		expect(terminal.screen()).toContain("Resume this session with omp --resume ");
		expect(terminal.screen()).not.toContain("◫");
	});

	test("many resizes neither lose nor repeat text", async () => {
		const words = Array.from({ length: 120 }, (_, index) => `word${index}`).join(" ");
		await using omp = await ompProject({ replies: [delivered(text(words), { chunkChars: 12, chunkDelayMs: 4 })] });
		await using terminal = start(omp, size);
		await terminal.waitFor("Acme One");
		terminal.type("talk\r");
		for (const cols of [60, 100, 41, 83, size.cols]) {
			await terminal.resize(cols, size.rows - 3);
			await Bun.sleep(30);
		}
		await terminal.resize(size.cols, size.rows);
		await terminal.waitFor("word119");
		terminal.type("\x04");
		await terminal.exit;
		const everything = terminal.history();
		for (const word of ["word0 ", "word60 ", "word119"]) expect(everything.split(word)).toHaveLength(2);
	});
});

describe("interactive mode", () => {
	test("when a session cannot start, the error is shown and the terminal restored", async () => {
		await using omp = await ompProject();
		await using terminal = start(omp, sizes[0], ["--model", "nonsense-99"]);
		expect((await terminal.exit).code).toBe(1);
		expect(terminal.screen()).toContain('Error: Model "nonsense-99" not found.');
		expect(terminal.screen()).not.toContain("starting");
		expect(untouched(terminal)).toEqual(shellModes());
	});

	test("input typed and sent before the session is loaded is not lost", async () => {
		await using omp = await ompProject({ replies: [text("Early bird.")] });
		await using terminal = start(omp);
		// It is on the screen for a moment only.
		await until(() => terminal.output().includes("starting"));
		terminal.type("good morning\r");
		await terminal.waitFor("Early bird.");
		expect(JSON.stringify(omp.model.requests[0])).toContain("good morning");
	});

	test("on a signal the session is saved and the terminal restored", async () => {
		await using omp = await ompProject({
			replies: [toolCall("bash", { i: "Waiting", command: "echo begun > mark; sleep 600" })],
		});
		await using terminal = start(omp);
		await terminal.waitFor("Acme One");
		terminal.type("wait\r");
		await until(async () => (await omp.files.read("mark").catch(() => "")) !== "");
		terminal.kill("SIGTERM");
		expect((await terminal.exit).code).toBe(143);
		expect(untouched(terminal)).toEqual(shellModes());
		const [session] = await omp.sessions();
		expect(session?.at(-1)).toMatchObject({ customType: "session_exit", data: { kind: "signal", reason: "sigterm" } });
	});

	test("a child process killed from outside is reported and the conversation continues", async () => {
		const replies = [
			toolCall("bash", { i: "Waiting", command: "echo $$ > pid; sleep 600" }),
			text("The command was killed."),
		];
		await using omp = await ompProject({ replies });
		await using terminal = start(omp, sizes[0], ["--sandbox", "off"]);
		await terminal.waitFor("Acme One");
		terminal.type("wait\r");
		await until(async () => (await omp.files.read("pid").catch(() => "")).trim() !== "");
		const pid = Number(await omp.files.read("pid"));
		process.kill(-pid, "SIGKILL");
		await terminal.waitFor("The command was killed.");
		terminal.type("\x04");
		expect((await terminal.exit).code).toBe(0);
	});

	test("Esc kills a running command and its child processes", async () => {
		await using omp = await ompProject({
			replies: [toolCall("bash", { i: "Waiting", command: "sleep 600 & echo $! > pid; echo begun; wait" })],
		});
		await using terminal = start(omp, sizes[0], ["--sandbox", "off"]);
		await terminal.waitFor("Acme One");
		terminal.type("wait\r");
		await until(async () => (await omp.files.read("pid").catch(() => "")).trim() !== "");
		const pid = Number(await omp.files.read("pid"));
		terminal.type("\x1b");
		await terminal.waitFor("Interrupted");
		await until(
			async () => (await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "gone Z")).includes(" Z") || !alive(pid),
		);
	});

	test("a message typed while the model works steers it", async () => {
		const replies = [
			toolCall("bash", { i: "Working", command: "echo now-$((1 + 1)); until [ -e done ]; do sleep 0.02; done" }),
			text("As you wish."),
		];
		await using omp = await ompProject({ replies });
		await using terminal = start(omp);
		await terminal.waitFor("Acme One");
		terminal.type("go\r");
		await terminal.waitFor("now-2");
		terminal.type("no, stop\r");
		await terminal.waitFor("Steering · 1");
		await omp.files.write("done", "");
		await terminal.waitFor("As you wish.");
		expect(JSON.stringify(omp.model.requests[1])).toContain("no, stop");
	});

	test("a first message on the command line is sent at once", async () => {
		await using omp = await ompProject({ replies: [text("Started.")] });
		await using terminal = start(omp, sizes[0], ["begin now"]);
		await terminal.waitFor("Started.");
		expect(terminal.screen()).toContain("begin now");
	});

	test("a provider error is shown and the editor stays usable", async () => {
		await using omp = await ompProject({ replies: [] });
		await using terminal = start(omp);
		await terminal.waitFor("Acme One");
		terminal.type("hello\r");
		await terminal.waitFor("The script ended");
		terminal.type("still here");
		await terminal.waitFor("still here");
	});

	test("escape sequences in a reply are neutralized", async () => {
		await using omp = await ompProject({ replies: [text("safe \x1b]0;evil title\x07\x1b[2Jtext")] });
		await using terminal = start(omp);
		await terminal.waitFor("Acme One");
		terminal.type("hello\r");
		await terminal.waitFor("text");
		expect(terminal.output()).not.toContain("evil title\x07");
		expect(terminal.output()).not.toContain("\x1b[2J");
	});

	requires("tmux")("paints in tmux, survives zooms and leaves its transcript behind", async () => {
		await using omp = await ompProject({ replies: [text("Hello from the model.")] });
		const socket = `omp-${process.pid}`;
		const tmux = (...args: string[]) => runCommand(["tmux", "-L", socket, ...args], { cwd: omp.path, env: omp.env });
		const screen = async () => (await tmux("capture-pane", "-p", "-t", "t")).stdout;
		try {
			await tmux("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", "-s", "t", "bash --norc");
			await tmux("send-keys", "-t", "t", `PS1='ready> '; clear; ${omp.command.join(" ")}`, "Enter");
			await until(async () => (await screen()).includes("Acme One"));
			await tmux("send-keys", "-t", "t", "hi there", "Enter");
			await until(async () => (await screen()).includes("Hello from the model."));
			for (const [width, height] of [
				[120, 40],
				[50, 12],
				[80, 24],
			]) {
				await tmux("resize-window", "-t", "t", "-x", String(width), "-y", String(height));
				await Bun.sleep(150);
			}
			await until(async () => (await screen()).includes("Acme One"));
			await tmux("send-keys", "-t", "t", "C-c");
			await tmux("send-keys", "-t", "t", "C-c");
			await until(async () => (await screen()).includes("ready>"));
			const left = (await tmux("capture-pane", "-p", "-S", "-", "-t", "t")).stdout;
			expect(left.split("Hello from the model.")).toHaveLength(2);
			expect(left.split("hi there")).toHaveLength(2);
		} finally {
			await tmux("kill-server");
		}
	});
});

function alive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

verifies("cli:session:resume-hint", async () => {
	await using omp = await ompProject({ replies: [text("Hello.")] });
	const leave = async (terminal: PtyRun) => {
		terminal.type("\x04");
		expect((await terminal.exit).code).toBe(0);
		return terminal.screen();
	};
	await using empty = start(omp);
	await empty.waitFor("Acme One");
	expect(await leave(empty)).not.toContain("Resume this session");
	expect(await omp.sessions()).toEqual([]);
	await using used = start(omp, sizes[0], ["hi"]);
	await used.waitFor("Hello.");
	const screen = await leave(used);
	const [[header] = []] = await omp.sessions();
	expect(screen).toContain(`Resume this session with omp --resume ${header?.id}`);
});

verifies("cli:exit:crash-restores-terminal", async () => {
	await using omp = await ompProject({ replies: [text("Hello.")] });
	const planted = 'process.on("SIGUSR2", () => { throw new Error("a planted defect"); });';
	await omp.files.write("plant.ts", planted);
	const env = { ...omp.env, BUN_OPTIONS: `--preload ${omp.files.file("plant.ts")}` };
	await using terminal = ptyRun([...omp.command, "hi"], { ...sizes[0], cwd: omp.path, env });
	await terminal.waitFor("Hello.");
	terminal.kill("SIGUSR2");
	expect((await terminal.exit).code).toBe(1);
	expect(untouched(terminal)).toEqual(shellModes());
	const shown = terminal.screen().replaceAll("\n", "");
	expect(shown).toContain("omp crashed, and the session is saved: a planted defect");
	const [log = ""] = await readdir(omp.home.file(".omp/logs"));
	expect(log).toMatch(/^omp\.\d{4}-\d\d-\d\d\.\d+\.log$/);
	expect(shown).toContain(log);
	expect(await omp.home.read(`.omp/logs/${log}`)).toContain("plant.ts");
	const [session] = await omp.sessions();
	expect(session?.at(-1)).toMatchObject({ customType: "session_exit", data: { kind: "fatal", reason: "crash" } });
});
