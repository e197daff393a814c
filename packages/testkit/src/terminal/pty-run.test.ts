import { expect, test } from "bun:test";
import { isAlive } from "../isolation/remove-orphans.ts";
import { until } from "../until.ts";
import { ptyRun } from "./pty-run.ts";

const bun = (script: string) => [process.execPath, "-e", script];

test("pty: the program sees a terminal of the given size", async () => {
	await using run = ptyRun(["sh", "-c", 'test -t 0 && test -t 1 && stty size; echo "$TERM"'], { cols: 100, rows: 30 });
	expect(await run.exit).toEqual({ code: 0, signal: null });
	expect(run.screen()).toBe("30 100\nxterm-256color");
});

test("pty: typed keys arrive, and the screen shows the result", async () => {
	await using run = ptyRun(["sh", "-c", 'read line; printf "\\033[2J\\033[Hgot %s" "$line"']);
	run.type("hello\r");
	await run.waitFor("got hello");
	expect(run.screen()).toBe("got hello");
	expect(run.output()).toContain("\x1b[2J");
	expect(await run.exit).toEqual({ code: 0, signal: null });
});

test("pty: a frame of synchronized output is shown as a whole, or when the program has exited", async () => {
	await using run = ptyRun([
		"sh",
		"-c",
		String.raw`printf "\033[?2026htop "; read line; printf "bottom\033[?2026l\033[?2026h rest"; read line`,
	]);
	await until(() => run.output().includes("top"));
	expect(run.screen()).toBe("");
	run.type("\r");
	await run.waitFor(/^top\s+bottom$/);
	await until(() => run.output().includes("rest"));
	expect(run.screen()).not.toContain("rest");
	run.type("\r");
	await run.exit;
	expect(run.screen()).toContain("rest");
});

test("pty: Ctrl-C interrupts the foreground program", async () => {
	await using run = ptyRun([
		"sh",
		"-c",
		'trap "echo interrupted; exit 7" INT; echo ready; while :; do sleep 0.01; done',
	]);
	await run.waitFor("ready");
	run.type("\x03");
	expect(await run.exit).toEqual({ code: 7, signal: null });
	expect(run.screen()).toContain("interrupted");
});

test("pty: a resize reaches the program and the screen", async () => {
	await using run = ptyRun(
		bun(`process.stdout.on("resize", () => console.log(process.stdout.columns + "x" + process.stdout.rows));
			console.log("ready"); setInterval(() => {}, 1000)`),
	);
	await run.waitFor("ready");
	await run.resize(120, 40);
	await run.waitFor("120x40");
});

test("pty: reports raw mode and its end", async () => {
	await using run = ptyRun(
		bun(`process.stdin.setRawMode(true); console.log("raw"); process.stdin.once("data", () => {
			process.stdin.setRawMode(false); console.log("cooked"); setInterval(() => {}, 1000) })`),
	);
	await run.waitFor("raw");
	expect(run.modes().raw).toBe(true);
	run.type("x");
	await run.waitFor("cooked");
	expect(run.modes().raw).toBe(false);
});

test("pty: a query to the terminal is answered", async () => {
	await using run = ptyRun(
		bun(`process.stdin.setRawMode(true); process.stdout.write("ab\\x1b[6n");
			process.stdin.once("data", (data) => { console.log(JSON.stringify(String(data))); process.exit() })`),
	);
	await run.exit;
	expect(run.screen()).toContain(String.raw`"\u001b[1;3R"`);
});

test("pty: kill reports the signal", async () => {
	await using run = ptyRun(["sleep", "100"]);
	run.kill("SIGTERM");
	expect(await run.exit).toEqual({ code: null, signal: "SIGTERM" });
});

test("pty: a program still running is killed after the test", async () => {
	let pid = 0;
	{
		await using run = ptyRun(["sleep", "100"]);
		pid = run.pid;
	}
	await until(() => !isAlive(pid));
});

test("pty: a failed wait shows the screen", async () => {
	await using run = ptyRun(["sh", "-c", "echo something else; sleep 100"]);
	await run.waitFor("something");
	await expect(run.waitFor("wanted", { timeoutMs: 20 })).rejects.toThrow(
		"Waited 20 ms in vain for wanted on the screen, which shows:\nsomething else",
	);
});
