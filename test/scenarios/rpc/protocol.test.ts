import { describe, expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { stalled, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcClient, rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

describe("rpc frames", () => {
	verifies("rpc-sdk-acp:rpc:ready-first", async () => {
		await using omp = await ompProject();
		await using host = rpcHost(omp);
		await host.frame({ type: "available_commands_update" });
		expect(host.frames[0]).toEqual({
			type: "ready",
			protocolVersion: 1,
			supportedProtocolVersions: [1, 2],
			maxFrameBytes: 1_048_576,
			maxReassembledFrameBytes: 67_108_864,
		});
	});

	verifies("rpc-sdk-acp:rpc:stdout-frames-only", async () => {
		await using omp = await ompProject({
			replies: [toolCall("bash", { i: "look", command: "echo to the tool" }), text("Done.")],
		});
		const input = `\n\n${JSON.stringify({ id: "p", type: "prompt", message: "go" })}\n\n`;
		const { stdout, exitCode } = await omp.run(["--mode", "rpc"], { stdin: input });
		const lines = stdout.split("\n");
		expect(lines.pop()).toBe("");
		const types = lines.map((line) => JSON.parse(line).type);
		expect([types[0], types.at(-1), exitCode]).toEqual(["ready", "agent_end", 0]);
	});

	verifies("rpc-sdk-acp:rpc:unknown-command", async () => {
		await using omp = await ompProject();
		await using host = rpcHost(omp);
		host.send(
			{ id: "a", type: "unknown_cmd" },
			"{not json",
			[1, 2],
			"null",
			{ id: "b" },
			{ type: 7 },
			{ id: 8, type: "odd" },
			"   ",
		);
		const { success } = await host.ask({ id: "last", type: "get_state" });
		expect(success).toBe(true);
		const errors = host.frames.filter((frame) => frame.type === "response" && !frame.success);
		expect(errors).toEqual([
			{ id: "a", type: "response", command: "unknown_cmd", success: false, error: "Unknown command: unknown_cmd" },
			{
				type: "response",
				command: "parse",
				success: false,
				error: expect.stringMatching(/^Failed to parse command: /),
			},
			...Array(2).fill({ type: "response", success: false, error: "Unknown command: undefined" }),
			{ id: "b", type: "response", success: false, error: "Unknown command: undefined" },
			{ type: "response", command: "7", success: false, error: "Unknown command: 7" },
			{ type: "response", command: "odd", success: false, error: "Unknown command: odd" },
		]);
	});

	test("an invalid field is named, and an invalid id is not echoed", async () => {
		await using omp = await ompProject();
		await using host = rpcHost(omp);
		const wrong: Array<[Record<string, unknown>, string]> = [
			[{ type: "prompt" }, "message must be a string (was missing)"],
			[{ type: "prompt", message: 5 }, "message must be a string (was a number)"],
			[
				{ type: "prompt", message: "x", streamingBehavior: "push" },
				'streamingBehavior must be one of steer, followUp (was "push")',
			],
			[{ type: "prompt", message: "x", images: "no" }, "images must be an array (was a string)"],
			[{ type: "prompt", message: "x", images: [{ type: "image" }] }, "images[0].data must be a base64 text"],
			[
				{ type: "set_thinking_level", level: "enormous" },
				"level must be one of off, minimal, low, medium, high, xhigh, max, auto",
			],
			[{ type: "set_steering_mode", mode: "some" }, 'mode must be one of all, one-at-a-time (was "some")'],
			[{ type: "get_messages_page", limit: 1000 }, "limit must be from 1 to 256, not 1000"],
			[{ type: "set_auto_retry", enabled: "yes" }, "enabled must be true or false (was a string)"],
			[{ type: "set_host_tools", tools: [{ description: 1 }] }, "tools[0].description must be a string (was a number)"],
			[{ type: "set_todos", phases: [{ name: "A", tasks: [{}] }] }, "phases[0].tasks[0].content must be a string"],
			[{ type: "switch_session" }, "sessionPath must be a string (was missing)"],
		];
		for (const [index, [command, error]] of wrong.entries()) {
			const answer = await host.ask({ ...command, id: `w${index}` });
			expect(answer).toMatchObject({ command: command.type, success: false, error: expect.stringContaining(error) });
		}
		host.send({ type: "get_state", id: 12 }, { type: "host_tool_result", id: "x", result: "no" });
		expect(await host.frame({ error: "id must be a string (was a number)" })).not.toHaveProperty("id");
		await host.frame({ command: "host_tool_result", error: "result must be an object (was a string)" });
	});

	verifies("rpc-sdk-acp:rpc:command-order", async () => {
		await using omp = await ompProject();
		await using host = rpcHost(omp);
		host.send(
			{ id: "slow", type: "bash", command: "until [ -e go ]; do sleep 0.02; done" },
			{ id: "one", type: "set_session_name", name: "One" },
			{ id: "two", type: "get_state" },
			{ id: "three", type: "set_session_name", name: "Three" },
			{ id: "four", type: "get_state" },
		);
		await host.frame({ id: "four" });
		await omp.files.write("go", "");
		await host.frame({ id: "slow", success: true });
		const answers = host.frames.filter(({ type }) => type === "response");
		expect(answers.map(({ id }) => id)).toEqual(["one", "two", "three", "four", "slow"]);
		const names = answers.map(({ data }) => (data as { sessionName?: string } | undefined)?.sessionName);
		expect(names).toEqual([undefined, "One", undefined, "Three", undefined]);
	});

	verifies("rpc-sdk-acp:rpc:file-arguments-rejected", async () => {
		await using omp = await ompProject({ files: { "a.txt": "" } });
		const result = await omp.run(["--mode", "rpc", "@a.txt"], { stdin: "" });
		expect(result).toEqual({
			stdout: "",
			stderr: "Error: @file arguments are not supported in RPC mode\n",
			exitCode: 2,
		});
	});
});

describe("rpc at its limits", () => {
	verifies("rpc-sdk-acp:rpc:protocol-2-chunks", async () => {
		await using omp = await ompProject();
		await using host = rpcHost(omp);
		// A huge todo phase makes the response to get_state too large for a frame.
		const long = "x".repeat(1_600_000);
		await host.ask({ id: "t", type: "set_todos", phases: [{ name: long, tasks: [] }] });
		const reduced = await host.ask({ id: "s1", type: "get_state" });
		expect(JSON.stringify(reduced).length).toBeLessThan(1_048_576);
		expect(JSON.stringify(reduced)).toContain("… [cut to fit the frame]");
		expect(await host.ask({ id: "n9", type: "negotiate_protocol", protocolVersion: 9 })).toMatchObject({
			error: "Unsupported RPC protocol version: 9",
		});
		expect(await host.ask({ id: "n2", type: "negotiate_protocol", protocolVersion: 2 })).toMatchObject({
			data: { protocolVersion: 2 },
		});
		const from = host.frames.length;
		host.send({ id: "s2", type: "get_state" }, { id: "end", type: "get_last_assistant_text" });
		await host.frame({ id: "end" });
		const chunks = host.frames.slice(from, -1);
		expect(chunks[0]).toEqual({
			type: "rpc_chunk",
			chunkId: "rpc-1",
			index: 0,
			count: chunks.length,
			byteLength: expect.any(Number),
			data: expect.any(String),
		});
		expect(Math.max(...chunks.map((chunk) => JSON.stringify(chunk).length))).toBeLessThanOrEqual(1_048_576);
		const json = Buffer.concat(chunks.map(({ data }) => Buffer.from(String(data), "base64"))).toString();
		expect(JSON.parse(json)).toMatchObject({ id: "s2", data: { todoPhases: [{ name: long }] } });
	});

	test("the client reassembles chunks", async () => {
		await using omp = await ompProject();
		await using client = await rpcClient(omp);
		const long = "ü".repeat(900_000);
		await client.setTodos([{ name: long, tasks: [] }]);
		expect((await client.getState()).todoPhases).toEqual([{ name: long, tasks: [] }]);
	});

	test("a line of 10 MB is accepted, and one of 70 MB is rejected without ending the session", async () => {
		await using omp = await ompProject();
		await using host = rpcHost(omp);
		const name = "n".repeat(10 << 20);
		const taken = await host.ask({ id: "big", type: "set_todos", phases: [{ name, tasks: [] }] });
		expect(taken).toMatchObject({ command: "set_todos" });
		host.send(`{"id":"huge","type":"set_session_name","name":"${"x".repeat(70 << 20)}"}`);
		const refused = await host.frame({ type: "response", command: "parse" });
		expect(refused.error).toStartWith("Failed to parse command: the line has 734");
		expect(await host.ask({ id: "after", type: "get_last_assistant_text" })).toMatchObject({ success: true });
	}, 30_000);

	test("backpressure: a host that does not read slows the run down without growing memory, and gets everything", async () => {
		const words = "many words ".repeat(4000);
		await using omp = await ompProject({ replies: [text(words), text("Second.")] });
		const child = Bun.spawn([...omp.command, "--mode", "rpc"], {
			cwd: omp.path,
			env: omp.env,
			stdin: "pipe",
			stdout: "pipe",
		});
		const reader = child.stdout.getReader();
		await reader.read();
		child.stdin.write(`${JSON.stringify({ id: "p", type: "prompt", message: "go" })}\n`);
		child.stdin.flush();
		await until(() => omp.model.requests.length === 1);
		const megabytes = async () => {
			const status = await Bun.file(`/proc/${child.pid}/status`).text();
			return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
		};
		const before = await megabytes();
		// Do not read for a while; uncoalesced updates would total hundreds of megabytes.
		const seen: number[] = [];
		for (let count = 0; count < 10; count++) {
			await Bun.sleep(50);
			seen.push(await megabytes());
		}
		expect(Math.max(...seen)).toBeLessThan(before * 2);
		child.stdin.end();
		let output = "";
		const decoder = new TextDecoder();
		for (let next = await reader.read(); !next.done; next = await reader.read()) {
			output = (output + decoder.decode(next.value, { stream: true })).slice(-2_000_000);
		}
		expect(await child.exited).toBe(0);
		const last = JSON.parse(output.trimEnd().split("\n").at(-1) ?? "");
		expect(last).toMatchObject({ type: "agent_end", isTerminal: true });
		expect(last.messages.at(-1).content[0].text).toBe(words);
	}, 60_000);
});

describe("the end of rpc", () => {
	verifies("rpc-sdk-acp:rpc:eof-exits", async () => {
		await using omp = await ompProject({ replies: [text("The answer.")] });
		await using host = rpcHost(omp);
		host.send(
			{ id: "p", type: "prompt", message: "go" },
			{ id: "b", type: "bash", command: "sleep 0.2; echo late" },
			{ id: "s", type: "get_state" },
		);
		expect(await host.end()).toBe(0);
		const answers = host.frames.filter(({ type }) => type === "response");
		expect(answers.map(({ id }) => id).toSorted()).toEqual(["b", "p", "s"]);
		expect(host.frames).toContainEqual(expect.objectContaining({ type: "agent_end", isTerminal: true }));
		const [session] = await omp.sessions();
		expect(session?.at(-1)).toMatchObject({ customType: "session_exit", data: { kind: "normal", reason: "dispose" } });
	});

	verifies("rpc-sdk-acp:rpc:sigterm", async () => {
		await using omp = await ompProject({ replies: [text("First."), stalled(text("Never said whole."), 2)] });
		await using host = rpcHost(omp);
		await host.ask({ id: "p", type: "prompt", message: "one" });
		await host.frame({ type: "agent_end" });
		host.send({ id: "q", type: "prompt", message: "two" });
		await until(() => omp.model.requests.length === 2);
		host.kill("SIGTERM");
		expect(await host.exited).toBe(143);
		const [session] = await omp.sessions();
		expect(session?.at(-1)).toMatchObject({
			customType: "session_exit",
			data: { kind: "signal", reason: "sigterm" },
		});
	});

	test("a closed pipe ends omp without an error", async () => {
		await using omp = await ompProject({ replies: [text("Kept.")] });
		const child = Bun.spawn([...omp.command, "--mode", "rpc"], {
			cwd: omp.path,
			env: omp.env,
			stdin: "pipe",
			stdout: "pipe",
			stderr: "pipe",
		});
		const reader = child.stdout.getReader();
		await reader.read();
		await reader.cancel();
		child.stdin.write(`${JSON.stringify({ type: "prompt", message: "go" })}\n`);
		child.stdin.flush();
		expect(await child.exited).toBe(0);
		expect(await new Response(child.stderr).text()).toBe("");
	});
});
