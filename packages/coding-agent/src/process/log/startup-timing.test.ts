import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { timingTree } from "./startup-timing.ts";

test("parts are listed below their phase, in the order they started", () => {
	const phases = [
		{ name: "settings", startMs: 10, endMs: 14 },
		{ name: "conversation", startMs: 20, endMs: 50 },
		{ name: "models", startMs: 15, endMs: 18.25 },
		{ name: "conversation/model", startMs: 21, endMs: 30 },
		{ name: "conversation/prompt", startMs: 31 },
	];
	expect(timingTree(phases, 60)).toEqual([
		"startup           60.0 ms, from 0.0",
		"  settings         4.0 ms, from 10.0",
		"  models           3.3 ms, from 15.0",
		"  conversation    30.0 ms, from 20.0",
		"    model          9.0 ms, from 21.0",
		"    prompt        29.0 ms, from 31.0",
	]);
});

verifies(
	"cli:route:timing-trace",
	async () => {
		await using omp = await ompProject({ replies: [text("Hi."), text("Hi.")] });
		const timed = await omp.run(["-p", "hi"], { env: { PI_TIMING: "1" } });
		expect(timed.stdout).toBe("Hi.\n");
		const labels = timed.stderr.split("\n").map((line) => line.split(/ +[\d.]+ ms/)[0]);
		expect(labels).toEqual(
			expect.arrayContaining(["startup", "  settings", "  models", "  conversation", "    model"]),
		);
		const left = await omp.run(["-p", "hi"], { env: { PI_TIMING: "x" } });
		expect([left.stdout, left.exitCode, omp.model.requests.length]).toEqual(["", 0, 1]);
		expect((await omp.run(["-p", "hi"], { env: { PI_TIMING: "full" } })).stderr).toMatch(/\d+ modules:\n {2}\//);
		const streamed = await omp.run(["--mode", "rpc"], { stdin: "", env: { PI_DEBUG_STARTUP: "1" } });
		expect(streamed.stderr).toStartWith("[startup] code:start\n[startup] code:done\n[startup] settings:start\n");
		expect(streamed.stderr).toEndWith("[startup] conversation:done\n");
		await using terminal = ptyRun(omp.command, { cwd: omp.path, env: { ...omp.env, PI_TIMING: "x" } });
		expect((await terminal.exit).code).toBe(0);
		expect(terminal.screen()).toContain("conversation");
	},
	30_000,
);
