import { expect, test } from "bun:test";
import { testServices, testSettings } from "@oh-my-pi/pi-testkit/fakes/tool-services";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { debugAction } from "./action.ts";
import { type DebugParams, parameters, readActions } from "./contract/params.ts";
import { debug } from "./debug.ts";
import { debugWorld, oddWorld } from "./testing/debug-world.ts";

verifies("tools-exec:debug:tiers", async () => {
	await using world = await oddWorld();
	const { approval } = world.tool;
	if (typeof approval !== "function") throw new Error("approval depends on the call");
	const tierOf = async (params: { action: (typeof parameters.properties.action.enum)[number] }) => {
		const needed = await approval({ program: "main.odd", expression: "count", ...params });
		return typeof needed === "string" ? needed : needed.tier;
	};
	const reads: ReadonlySet<string> = new Set(readActions);
	for (const action of parameters.properties.action.enum) {
		expect([action, await tierOf({ action })]).toEqual([action, reads.has(action) ? "read" : "exec"]);
	}
	expect(await approval({ action: "attach", pid: 5 })).toEqual({ tier: "exec", reason: "Attaches to process 5" });
	const details = world.tool.approvalDetails?.({ action: "launch", program: "main.odd", args: ["a b"] });
	expect(details).toEqual(["Command: main.odd 'a b'"]);
});

test("a question shows and judges everything that would be evaluated, and where", async () => {
	await using world = await oddWorld();
	const { tool } = world;
	const rows = (params: DebugParams) => tool.approvalDetails?.(params);
	const condition = "__import__('os').system('make mischief')";
	expect(rows({ action: "set_breakpoint", file: "a.py", line: 3, condition })).toEqual([
		"set breakpoint",
		"Place: a.py:3",
		`Condition: ${condition}`,
	]);
	expect(rows({ action: "set_instruction_breakpoint", instruction_reference: "0x20", hit_condition: "> 3" })).toEqual([
		"set instruction breakpoint",
		"Place: 0x20",
		"Condition: > 3",
	]);
	const launch: DebugParams = {
		action: "launch",
		program: "a.py",
		breakpoints: ["a.py:1", { file: "a.py", condition }],
	};
	expect(rows(launch)).toEqual(["Command: a.py", `Condition: ${condition}`]);
	expect(rows({ action: "custom_request", command: "evaluate", arguments: { expression: "x" } })).toEqual([
		"custom request",
		"evaluate",
		'{"expression":"x"}',
	]);
	const facts = { workspace: { cwd: () => "/", home: "/home/nobody" } } as Parameters<typeof debugAction>[1];
	const evaluated = { kind: "code", codes: [condition] } as const;
	const other = { kind: "other", tier: "exec", reason: "Evaluates a condition in the debugged program" } as const;
	expect(debugAction(launch, facts)).toEqual({
		kind: "several",
		actions: [
			{ kind: "program", line: "a.py", cwd: "/" },
			{ kind: "several", actions: [evaluated, other] },
		],
	});
});

test("the tool is there with the service and the shell, and can be switched off", async () => {
	await using world = await oddWorld();
	const debugging = { load: async () => world.debugger, adapters: async () => Promise.reject(new Error("not asked")) };
	expect(debug.create?.(testServices("/", { debugging }))?.name).toBe("debug");
	expect(debug.create?.(testServices("/"))).toBeUndefined();
	const settings = testSettings({ "bash.enabled": false });
	expect(debug.create?.(testServices("/", { debugging, settings }))).toBeUndefined();
	expect([debug.switch?.key, debug.switch?.default]).toEqual(["debug.enabled", true]);
});

verifies("tools-exec:debug:errors", async () => {
	await using world = await oddWorld("poor");
	const { failure } = world;
	expect(await failure({ action: "launch" })).toBe("program is required for launch");
	expect(await failure({ action: "attach" })).toBe("attach requires pid or port");
	expect(await failure({ action: "set_breakpoint" })).toBe("set_breakpoint requires file+line or function");
	expect(await failure({ action: "variables" })).toBe("variables requires variable_ref or scope_id");
	expect(await failure({ action: "evaluate" })).toBe("expression is required for evaluate");
	expect(await failure({ action: "read_memory", memory_reference: "0x1" })).toBe("count is required for read_memory");
	expect(await failure({ action: "custom_request" })).toBe("command is required for custom_request");
	for (const action of ["continue", "step_over", "pause", "threads", "stack_trace", "modules", "output"] as const) {
		expect(await failure({ action })).toBe("No active debug session. Launch or attach first.");
	}
	expect(await world.text({ action: "sessions" })).toBe("No debug sessions.");
	expect(await world.text({ action: "terminate" })).toBe("No debug session to terminate.");
	expect(await failure({ action: "launch", program: "none.odd" })).toBe(
		`program not found: ${world.project.file("none.odd")}`,
	);
	expect(await failure({ action: "launch", program: "main.odd", adapter: "nope" })).toBe(
		'No debugger adapter available. Installed adapters: odd\nUnknown adapter "nope"; known: odd',
	);
	expect(await failure({ action: "set_breakpoint", file: "none.odd", line: 1 })).toBe(
		`File not found: ${world.project.file("none.odd")}`,
	);
	await world.text({ action: "launch", program: "main.odd" });
	const unsupported = {
		"memory reads": { action: "read_memory", memory_reference: "0x1", count: 4 },
		"memory writes": { action: "write_memory", memory_reference: "0x1", data: "AAAA" },
		disassembly: { action: "disassemble", instruction_count: 3 },
		modules: { action: "modules" },
		"loaded sources": { action: "loaded_sources" },
		"function breakpoints": { action: "set_breakpoint", function: "main" },
		"instruction breakpoints": { action: "set_instruction_breakpoint", instruction_reference: "0x1" },
		"data breakpoints": { action: "set_data_breakpoint", data_id: "x" },
	} as const;
	for (const [what, params] of Object.entries(unsupported)) {
		expect(await failure(params)).toBe(`Current adapter does not support ${what}`);
	}
	expect(await failure({ action: "evaluate", expression: "bad" })).toBe("no such name: bad");
});

verifies("tools-exec:debug:one-session", async () => {
	await using world = await oddWorld();
	await world.text({ action: "launch", program: "main.odd" });
	expect(await world.failure({ action: "launch", program: "main.odd" })).toBe(
		"Debug session debug-1 is still active. Terminate it before launching another.",
	);
	expect(await world.text({ action: "terminate" })).toBe("Terminated main.odd (session debug-1).");
	expect(await world.text({ action: "launch", program: "main.odd" })).toContain("(session debug-2).");
});

verifies(
	"tools-exec:debug:stepping",
	async () => {
		await using world = await oddWorld();
		await world.text({ action: "set_breakpoint", file: "main.odd", line: 5 });
		expect(await world.text({ action: "launch", program: "main.odd", args: ["one"] })).toBe(
			[
				"Launched main.odd one with odd (session debug-1).",
				"Breakpoints:",
				"  main.odd:5: verified",
				"Stopped (breakpoint) in inner at main.odd:5, thread 7",
				"  2 | line 2",
				"  3 | line 3",
				"  4 | line 4",
				"> 5 | line 5",
				"  6 | line 6",
				"  7 | line 7",
				"  8 | line 8",
				"Locals:",
				"  count: int = 3",
				"  list: list = […] (ref 11)",
				"Stack:",
				"  #0 inner at main.odd:5 (frame 100)",
				"  #1 outer at main.odd:9 (frame 101)",
				"Output:",
				"started 0",
			].join("\n"),
		);
		for (const action of ["step_over", "step_in", "step_out"] as const) {
			const { content, details } = await world.run({ action });
			expect(String(content)).toStartWith("Stopped (step) in inner at main.odd:5, thread 7");
			expect(details?.snapshot).toMatchObject({
				id: "debug-1",
				state: "stopped",
				reason: "step",
				path: "main.odd",
				line: 5,
			});
		}
		expect(await world.run({ action: "continue" })).toEqual({
			content: "The program exited with code 0.",
			details: {
				action: "continue",
				success: true,
				state: "ended",
				snapshot: { id: "debug-1", adapter: "odd", target: "main.odd", state: "ended", exitCode: 0 },
			},
		});
		await using endless = await oddWorld("never-stops");
		await endless.text({ action: "launch", program: "main.odd", timeout: 5 });
		expect(await endless.failure({ action: "step_over" })).toBe(
			"The program is running. Use pause first, or continue to wait.",
		);
		const running = await endless.run({ action: "continue", timeout: 5 });
		expect(String(running.content)).toBe(
			"The program is still running after 5s without a stop. Use continue to wait for one, pause to stop it now, terminate to end it.",
		);
		expect(running).toMatchObject({ details: { state: "running", timedOut: true } });
		expect(running.isError).toBeUndefined();
		expect(await endless.text({ action: "pause" })).toStartWith("Stopped (pause) in inner");
	},
	60_000,
);

verifies("tools-exec:debug:breakpoints", async () => {
	await using world = await oddWorld();
	expect(await world.text({ action: "set_breakpoint", file: "main.odd", line: 8, condition: "x > 1" })).toBe(
		"Breakpoints:\n  main.odd:8 if x > 1\nThere is no session: they are kept for the next launch.",
	);
	await world.text({ action: "launch", program: "main.odd" });
	await world.text({ action: "set_breakpoint", file: "main.odd:3" });
	await world.text({ action: "set_breakpoint", function: "inner" });
	await world.text({ action: "set_instruction_breakpoint", instruction_reference: "0x2000", offset: 4 });
	expect(await world.text({ action: "data_breakpoint_info", name: "count" })).toBe(
		"data_id data-count: count (access: write)",
	);
	const all = await world.run({ action: "set_data_breakpoint", data_id: "data-count", access_type: "write" });
	expect(all).toEqual({
		content: [
			"Breakpoints:",
			"  main.odd:3: verified",
			"  main.odd:8 if x > 1: verified",
			"  function inner: verified",
			"  instruction 0x2000: verified",
			"  data data-count: verified",
		].join("\n"),
		details: {
			action: "set_data_breakpoint",
			success: true,
			breakpoints: [
				{ file: "main.odd", line: 3, verified: true },
				{ file: "main.odd", line: 8, verified: true, condition: "x > 1" },
			],
			functionBreakpoints: [{ name: "inner", verified: true }],
			instructionBreakpoints: [{ instructionReference: "0x2000", verified: true }],
			dataBreakpoints: [{ dataId: "data-count", verified: true }],
		},
	});
	await world.text({ action: "remove_breakpoint", file: "main.odd", line: 8 });
	await world.text({ action: "remove_breakpoint", function: "inner" });
	await world.text({ action: "remove_instruction_breakpoint", instruction_reference: "0x2000", offset: 4 });
	expect(await world.text({ action: "remove_data_breakpoint", data_id: "data-count" })).toBe(
		"Breakpoints:\n  main.odd:3: verified",
	);
	expect(await world.text({ action: "remove_breakpoint", file: "main.odd", line: 9 })).toBe(
		"There is no such breakpoint.\nBreakpoints:\n  main.odd:3: verified",
	);
	expect(await world.text({ action: "remove_breakpoint", file: "main.odd", line: 3 })).toBe("No breakpoints are set.");
});

verifies("tools-exec:debug:inspection", async () => {
	await using world = await oddWorld();
	await world.text({ action: "launch", program: "main.odd" });
	expect(await world.text({ action: "threads" })).toBe("thread 7 main (stopped here)");
	expect(await world.text({ action: "stack_trace", levels: 1 })).toBe("#0 inner at /src/odd.c:3 (frame 100)");
	expect(await world.text({ action: "scopes" })).toBe("Everything (scope_id 99), slow\nLocals (scope_id 10)");
	expect(await world.text({ action: "variables", scope_id: 10 })).toBe("count: int = 3\nlist: list = […] (ref 11)");
	const many = (await world.text({ action: "variables", variable_ref: 11 })).split("\n");
	expect([many.length, many[0]?.length, many.at(-1)]).toEqual([201, 300, "… 800 more"]);
	expect(await world.run({ action: "variables", variable_ref: 5 })).toMatchObject({ useless: true });
	expect(await world.run({ action: "read_memory", memory_reference: "0x1000", count: 5 })).toEqual({
		content: "5 bytes at 0x1000\n0000  48 65 6c 6c 6f                                   Hello",
		details: { action: "read_memory", success: true, memoryAddress: "0x1000", memoryData: "SGVsbG8=" },
	});
	expect(await world.text({ action: "write_memory", memory_reference: "0x1000", data: "SkpK" })).toBe(
		"Wrote 3 of 3 bytes at 0x1000.",
	);
	expect(await world.text({ action: "read_memory", memory_reference: "0x1000", count: 5 })).toContain("JJJlo");
	expect(await world.failure({ action: "write_memory", memory_reference: "0x1000", data: "?" })).toBe(
		"data must be base64",
	);
	expect(await world.text({ action: "disassemble", instruction_count: 2 })).toBe(
		"0x2000 nop ; from 0x2000\n0x2001 nop ; from 0x2000",
	);
	expect(await world.text({ action: "modules" })).toBe("libodd.so /lib/libodd.so");
	expect(await world.text({ action: "loaded_sources" })).toBe("/src/odd.c");
	expect(await world.text({ action: "custom_request", command: "echo", arguments: { a: 1 } })).toBe(
		'{\n  "echoed": {\n    "a": 1\n  }\n}',
	);
	expect(await world.text({ action: "output" })).toBe("started 0");
	expect(await world.text({ action: "sessions" })).toBe("debug-1  odd: main.odd  stopped");
	expect(await world.text({ action: "evaluate", expression: "count" })).toBe("count at frame 100");
	expect(await world.text({ action: "evaluate", expression: "count", frame_id: 101 })).toBe("count at frame 101");
});

verifies("tools-exec:debug:child-sessions", async () => {
	await using world = await oddWorld("nested", "tcp");
	await world.text({ action: "set_breakpoint", file: "main.odd", line: 5 });
	expect(await world.text({ action: "launch", program: "main.odd" })).toContain(
		"Stopped (breakpoint) in inner at main.odd:5, thread 7 of child session debug-1.1.1",
	);
	expect(await world.text({ action: "sessions" })).toBe(
		"debug-1  odd: main.odd  running\ndebug-1.1  odd 1  running\ndebug-1.1.1  odd 2  stopped",
	);
	expect(await world.text({ action: "set_breakpoint", file: "main.odd", line: 7 })).toContain("main.odd:7: verified");
	expect(await world.text({ action: "continue" })).toStartWith("A child session has ended; others are running.");
});

verifies("tools-exec:debug:cleanup", async () => {
	await using world = await debugWorld({ "main.odd": "x" }, { definitions: [], idleMs: 50 });
	expect(await world.failure({ action: "launch", program: "main.odd" })).toBe(
		"No debugger adapter available. Installed adapters: none",
	);
	await using dying = await oddWorld("dies");
	await dying.text({ action: "launch", program: "main.odd" });
	expect(await dying.run({ action: "continue" })).toMatchObject({
		content: "The debug session ended: DAP adapter exited (code 9): segmentation fault in the adapter",
		isError: true,
	});
	expect(await dying.text({ action: "launch", program: "main.odd" })).toContain("(session debug-2).");
	const { oddDefinition } = await import("@oh-my-pi/pi-dap/testing/odd-debugger");
	await using idle = await debugWorld({ "main.odd": "x" }, { definitions: [oddDefinition()], idleMs: 50 });
	await idle.text({ action: "launch", program: "main.odd" });
	await until(() => idle.debugger.active === undefined);
	expect(await idle.failure({ action: "threads" })).toStartWith(
		"No active debug session. Launch or attach first. The last session was ended after",
	);
});

test("what other programs call its parameters is understood", async () => {
	await using world = await oddWorld();
	expect(world.tool.adapt?.({ action: "launch", script: "main.odd" }).arguments).toEqual({
		action: "launch",
		program: "main.odd",
	});
	const breakpoints = ["main.odd:4", { file: "main.odd", line: 6, condition: "x" }, "inner"];
	expect(await world.text({ action: "launch", program: "main.odd", breakpoints })).toContain(
		"Breakpoints:\n  main.odd:4: verified\n  main.odd:6 if x: verified\n  function inner: verified\n",
	);
});

test("an exception is shown with its text, and a file with keys is never shown as source", async () => {
	await using world = await oddWorld("exception");
	expect(await world.text({ action: "launch", program: "main.odd" })).toContain(
		"Stopped (exception) in inner at /src/odd.c:3, thread 7\nOddError: it is odd\n",
	);
	const { readSourceWindow } = await import("./report/source-window.ts");
	await world.project.write("home/.ssh/id_rsa", "-----BEGIN OPENSSH PRIVATE KEY-----\nx\n");
	expect(
		readSourceWindow(world.project.file("home/.ssh/id_rsa"), 1, { home: world.project.file("home") }),
	).toBeUndefined();
	expect(readSourceWindow(world.project.file("main.odd"), 1, { home: world.project.file("home") })?.lines.length).toBe(
		4,
	);
});
