import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, stalled, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcClient, rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

describe("state over rpc", () => {
	verifies("rpc-sdk-acp:rpc:get-state", async () => {
		await using omp = await ompProject({ replies: [text("Done.")] });
		await omp.home.write(
			".omp/agent/models.yml",
			(await omp.home.read(".omp/agent/models.yml")).replace(
				"    apiKey: ACME_KEY",
				"    apiKey: ACME_KEY\n    headers: { x-private: header-secret }",
			),
		);
		await using client = await rpcClient(omp);
		expect(await client.getState()).toEqual({
			model: expect.objectContaining({
				id: "a-1",
				name: "Acme One",
				api: "anthropic-messages",
				provider: "acme",
				baseUrl: omp.model.url,
				reasoning: false,
				input: ["text", "image"],
				contextWindow: 200_000,
				maxTokens: 8192,
				cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
			}),
			thinkingLevel: "off",
			isStreaming: false,
			isCompacting: false,
			steeringMode: "one-at-a-time",
			followUpMode: "one-at-a-time",
			interruptMode: "immediate",
			sessionFile: expect.stringMatching(/\.jsonl$/),
			sessionId: expect.any(String),
			autoCompactionEnabled: true,
			messageCount: 0,
			queuedMessageCount: 0,
			todoPhases: [],
			fastModeEnabled: false,
			fastModeActive: false,
			tokensPerSecond: null,
			systemPrompt: expect.arrayContaining([expect.any(String)]),
			dumpTools: expect.arrayContaining([
				{ name: "bash", description: expect.any(String), parameters: expect.objectContaining({ type: "object" }) },
			]),
			contextUsage: { tokens: expect.any(Number), contextWindow: 200_000, percent: expect.any(Number) },
		});
		await client.promptAndWait("hi");
		await client.setSessionName("my name");
		const after = await client.getState();
		expect(after).toMatchObject({ messageCount: 2, sessionName: "my name" });
		expect(after.contextUsage.percent).toBeGreaterThan(0);
		expect(JSON.stringify(after)).not.toMatch(/header-secret|acme-secret-key/);
	});

	verifies("rpc-sdk-acp:rpc:messages", async () => {
		const replies = Array.from({ length: 6 }, (_, index) => text(`Reply ${index}.`));
		await using omp = await ompProject({ replies: [...replies, stalled(text("x"), 1)] });
		await using client = await rpcClient(omp);
		for (let count = 0; count < 6; count++) await client.promptAndWait(`Question ${count}`);
		const all = await client.getMessages();
		expect(all).toHaveLength(12);
		const first = await client.getMessagesPage({ limit: 5 });
		expect(first).toEqual({ messages: all.slice(0, 5), totalMessages: 12, nextCursor: expect.any(String) });
		const second = await client.getMessagesPage({ cursor: first.nextCursor, limit: 7 });
		expect(second).toEqual({ messages: all.slice(5), totalMessages: 12 });
		const stale = client.getMessagesPage({ cursor: "nonsense" });
		await expect(stale).rejects.toMatchObject({ command: "get_messages_page", code: "stale_cursor" });
		await client.newSession();
		const other = client.getMessagesPage({ cursor: first.nextCursor });
		await expect(other).rejects.toMatchObject({ code: "stale_cursor" });
		await client.prompt("and wait");
		await until(() => omp.model.requests.length === 7);
		await expect(client.getMessagesPage()).rejects.toMatchObject({ code: "session_busy" });
		expect(await client.getMessages()).toHaveLength(1);
	});

	verifies("rpc-sdk-acp:rpc:set-todos", async () => {
		await using omp = await ompProject();
		await using host = rpcHost(omp);
		const phases = [
			{
				id: "p1",
				name: "Plan",
				tasks: [
					{ id: "t1", content: "a", status: "in-progress" },
					{ content: "b", status: "DONE" },
					{ content: "c", status: "blocked", blocker: "waiting for a key" },
					{ content: "d", status: "whatever" },
					{ content: "e" },
				],
			},
		];
		const todoPhases = [
			{
				name: "Plan",
				tasks: [
					{ content: "a", status: "in_progress" },
					{ content: "b", status: "completed" },
					{ content: "c", status: "blocked", blocker: "waiting for a key" },
					{ content: "d", status: "pending" },
					{ content: "e", status: "pending" },
				],
			},
		];
		expect((await host.ask({ id: "t", type: "set_todos", phases })).data).toEqual({ todoPhases });
		expect((await host.ask({ id: "s", type: "get_state" })).data).toMatchObject({ todoPhases });
		await host.ask({ id: "n", type: "set_todos", phases: [] });
		expect((await host.ask({ id: "s2", type: "get_state" })).data).toMatchObject({ todoPhases: [] });
	});
});

describe("models over rpc", () => {
	verifies("rpc-sdk-acp:rpc:set-model", async () => {
		await using omp = await ompProject({ replies: [text("From the second.")] });
		await using client = await rpcClient(omp);
		expect(await client.setModel("acme", "a-2")).toMatchObject({ provider: "acme", id: "a-2" });
		await client.promptAndWait("hi");
		expect(omp.model.requests[0]?.model).toBe("a-2");
		await expect(client.setModel("acme", "nope")).rejects.toThrow("Model not found: acme/nope");
		await expect(client.setModel("nowhere", "a-1")).rejects.toThrow("Model not found: nowhere/a-1");
		const available = await client.getAvailableModels();
		expect(available.map(({ provider, id }) => `${provider}/${id}`)).toEqual(
			expect.arrayContaining(["acme/a-1", "acme/a-2"]),
		);
		const next = await client.cycleModel();
		expect(next).toMatchObject({ model: { provider: expect.any(String) }, isScoped: false });
		expect(next?.model.id).not.toBe("a-2");
	});

	test("cycling is limited to the models of --models", async () => {
		await using omp = await ompProject();
		await omp.home.write(".omp/agent/config.yml", "enabledModels: [acme/a-1, acme/a-2]\n");
		await using client = await rpcClient(omp);
		const seen: Array<string | undefined> = [];
		for (let count = 0; count < 3; count++) seen.push((await client.cycleModel())?.model.id);
		expect(seen).toEqual(["a-2", "a-1", "a-2"]);
	});

	verifies("rpc-sdk-acp:rpc:thinking-level", async () => {
		await using omp = await ompProject();
		const models = (await omp.home.read(".omp/agent/models.yml")).replace(
			"{ id: a-2,",
			"{ id: a-3, name: Thinker, reasoning: true, thinking: { mode: effort, efforts: [low, medium, high] } }\n      - { id: a-2,",
		);
		await omp.home.write(".omp/agent/models.yml", models);
		await using client = await rpcClient(omp, { args: ["--model", "acme/a-3"] });
		await client.setThinkingLevel("xhigh");
		expect((await client.getState()).thinkingLevel).toBe("high");
		expect(await client.cycleThinkingLevel()).toEqual({ level: "off" });
		expect(await client.cycleThinkingLevel()).toEqual({ level: "low" });
		await expect(client.setThinkingLevel("enormous" as never)).rejects.toThrow("level must be one of off, minimal");
		await client.setModel("acme", "a-2");
		expect(await client.cycleThinkingLevel()).toBeNull();
	});

	verifies("rpc-sdk-acp:rpc:fast-mode", async () => {
		await using omp = await ompProject();
		const models =
			(await omp.home.read(".omp/agent/models.yml")) +
			`  openai:\n    baseUrl: ${omp.model.url}\n    apiKey: ACME_KEY\n    api: openai-responses\n    models:\n      - { id: gpt-x, name: X, contextWindow: 100000, maxTokens: 1000 }\n`;
		await omp.home.write(".omp/agent/models.yml", models);
		omp.model.script(text("Quickly."));
		await using client = await rpcClient(omp);
		await expect(client.setFastMode(true)).rejects.toThrow("Fast mode is unavailable for the current model.");
		expect(await client.setFastMode(false)).toEqual({ enabled: false, active: false });
		await client.setModel("openai", "gpt-x");
		expect(await client.setFastMode(true)).toEqual({ enabled: true, active: true });
		expect(await client.getState()).toMatchObject({ fastModeEnabled: true, fastModeActive: true });
		await client.promptAndWait("hurry");
		expect(omp.model.requests[0]?.service_tier).toBe("priority");
	});

	verifies("rpc-sdk-acp:rpc:queue-modes", async () => {
		await using omp = await ompProject();
		{
			await using client = await rpcClient(omp);
			await client.setSteeringMode("all");
			await client.setFollowUpMode("all");
			await client.setInterruptMode("wait");
			await expect(client.setInterruptMode("never" as never)).rejects.toThrow("mode must be one of immediate, wait");
			expect(await client.getState()).toMatchObject({
				steeringMode: "all",
				followUpMode: "all",
				interruptMode: "wait",
			});
		}
		await using again = await rpcClient(omp);
		expect(await again.getState()).toMatchObject({ steeringMode: "all", followUpMode: "all", interruptMode: "wait" });
	});
});

describe("the user's shell over rpc", () => {
	verifies("rpc-sdk-acp:rpc:bash", async () => {
		await using omp = await ompProject({ replies: [text("I see.")] });
		await using client = await rpcClient(omp);
		const events: string[] = [];
		client.onSessionEvent(({ type }) => events.push(type));
		expect(await client.bash("printf 'a\\nb\\n'; exit 3")).toEqual({
			output: "a\nb\n",
			exitCode: 3,
			cancelled: false,
			truncated: false,
			totalLines: 2,
			totalBytes: 4,
			outputLines: 2,
			outputBytes: 4,
			workingDir: omp.path,
		});
		expect((await client.bash("cd /; true")).workingDir).toBe("/");
		expect(events).toEqual([]);
		await client.promptAndWait("what happened?");
		const sent = JSON.stringify(omp.model.requests[0]?.messages);
		expect(sent).toContain("Ran `printf");
		expect(sent).toContain("Command exited with code 3");
		const [session] = await omp.sessions();
		expect(session).toContainEqual(
			expect.objectContaining({ message: expect.objectContaining({ role: "bashExecution" }) }),
		);
	});

	verifies("rpc-sdk-acp:rpc:abort-bash", async () => {
		await using omp = await ompProject();
		await using client = await rpcClient(omp);
		const running = client.bash("echo a; touch begun; sleep 600");
		await until(() => existsSync(join(omp.path, "begun")));
		await client.abortBash();
		const result = await running;
		expect(result).toMatchObject({ cancelled: true, output: "[Command cancelled]\na\n" });
		expect(result).not.toHaveProperty("exitCode");
	});
});

describe("sessions over rpc", () => {
	verifies("rpc-sdk-acp:rpc:session-stats", async () => {
		await using omp = await ompProject({
			replies: [
				toolCall("bash", { i: "x", command: "true" }, { usage: { inputTokens: 100, outputTokens: 10 } }),
				text("Done.", { usage: { inputTokens: 200, outputTokens: 20 } }),
			],
		});
		await using client = await rpcClient(omp);
		await client.promptAndWait("go");
		const { sessionFile, sessionId } = await client.getState();
		expect(await client.getSessionStats()).toEqual({
			sessionFile,
			sessionId,
			userMessages: 1,
			assistantMessages: 2,
			toolCalls: 1,
			toolResults: 1,
			totalMessages: 4,
			tokens: { input: 300, output: 30, reasoning: 0, cacheRead: 0, cacheWrite: 0, total: 330 },
			cost: expect.closeTo((300 * 3 + 30 * 15) / 1e6, 10),
			premiumRequests: 0,
			contextUsage: { tokens: expect.any(Number), contextWindow: 200_000, percent: expect.any(Number) },
		});
	});

	verifies("rpc-sdk-acp:rpc:session-operations", async () => {
		await using omp = await ompProject({
			replies: [text("One."), text("Two."), text("Other."), text("The handoff document.")],
		});
		await using client = await rpcClient(omp);
		let announced = 0;
		client.onAvailableCommandsUpdate(() => announced++);
		expect(await client.getLastAssistantText()).toBeNull();
		await expect(client.handoff()).rejects.toThrow("Nothing to hand off (no messages yet)");
		await client.promptAndWait("first");
		await client.promptAndWait("second");
		expect(await client.getLastAssistantText()).toBe("Two.");
		const first = (await client.getState()).sessionFile ?? "";

		const points = await client.getBranchMessages();
		expect(points.map(({ text: said }) => said)).toEqual(["first", "second"]);
		expect(await client.branch(points[1]?.entryId ?? "")).toEqual({ text: "second", cancelled: false });
		await expect(client.branch("nothing")).rejects.toThrow("Invalid entry ID for branching");
		expect((await client.getMessages()).length).toBe(2);

		expect(await client.newSession(first)).toEqual({ cancelled: false });
		expect((await client.getState()).messageCount).toBe(0);
		await client.promptAndWait("in the new one");
		expect(await client.switchSession(first)).toEqual({ cancelled: false });
		expect((await client.getMessages()).length).toBe(4);
		expect(announced).toBeGreaterThanOrEqual(3);

		await client.setSessionName("A name");
		await expect(client.setSessionName("  ")).rejects.toThrow("Session name cannot be empty");
		const { path } = await client.exportHtml("out.html");
		expect(path).toBe(join(omp.path, "out.html"));
		expect(await readFile(path, "utf8")).toContain("session-data");

		await client.handoff("the tests");
		const handed = await client.getState();
		expect(handed.sessionFile).not.toBe(first);
		expect(JSON.stringify(await client.getMessages())).toContain("The handoff document.");
		const [header] = (await readFile(first, "utf8")).split("\n");
		expect(JSON.parse(header ?? "")).toMatchObject({ title: "A name", titleSource: "user" });
	});

	verifies("sessions:export:in-memory", async () => {
		await using omp = await ompProject();
		await using client = await rpcClient(omp, { args: ["--no-session"] });
		await expect(client.exportHtml()).rejects.toThrow("Cannot export in-memory session to HTML");
		expect(await client.getState()).not.toHaveProperty("sessionFile");
	});

	verifies("rpc-sdk-acp:rpc:compact", async () => {
		const long = "word ".repeat(30_000);
		await using omp = await ompProject({
			replies: [
				delivered(text(long), { chunkChars: 50_000 }),
				text("Short."),
				text("## Goal\nShip it"),
				text("Shipped."),
			],
		});
		await using client = await rpcClient(omp);
		await expect(client.compact()).rejects.toThrow("Nothing to compact");
		await client.promptAndWait("write a lot");
		await client.promptAndWait("and a little");
		const result = await client.compact("keep the tests in mind");
		expect(result).toMatchObject({
			summary: expect.stringContaining("Ship it"),
			firstKeptEntryId: expect.any(String),
			tokensBefore: expect.any(Number),
		});
		expect((await client.getMessages())[0]).toMatchObject({ role: "compactionSummary" });
	});

	verifies("rpc-sdk-acp:rpc:available-commands", async () => {
		await using omp = await ompProject();
		await using host = rpcHost(omp);
		const first = await host.frame({ type: "available_commands_update" });
		const answer = await host.ask({ id: "c", type: "get_available_commands" });
		expect(answer.data).toEqual({ commands: first.commands });
		expect(first.commands).toContainEqual({
			name: "session",
			description: "Session details",
			source: "builtin",
			input: { hint: "[info|delete|pin [account]]" },
			subcommands: [
				{ name: "info", description: "File, model, messages, tokens and cost" },
				{ name: "delete", description: "Delete the session and start a new one" },
				{ name: "pin", description: "Pin an account for this session", usage: "pin [account]" },
			],
		});
		expect(first.commands).toContainEqual(expect.objectContaining({ name: "model", aliases: ["models"] }));
		await host.ask({ id: "n", type: "new_session" });
		expect(host.frames.filter(({ type }) => type === "available_commands_update")).toHaveLength(2);
	});
});

describe("slash commands over rpc", () => {
	verifies("slash-commands:list:text-modes", async () => {
		const files = { ".omp/commands/tidy.md": "Tidy", ".omp/commands/todo.md": "Mine", ".omp/commands/model:x.md": "X" };
		await using omp = await ompProject({ files, replies: [text("As text.")] });
		await using host = rpcHost(omp);
		const { commands } = (await host.frame({ type: "available_commands_update" })) as unknown as {
			commands: Array<{ name: string; source: string }>;
		};
		const names = commands.map(({ name }) => name);
		expect(commands.filter(({ name }) => name === "review")).toMatchObject([{ source: "builtin" }]);
		expect(names.slice(0, 4)).toEqual(["model", "fast", "prewalk", "force"]);
		expect(names.filter((name) => ["new", "theme", "resume", "copy"].includes(name))).toEqual([]);
		expect(commands.filter(({ source }) => source === "file").map(({ name }) => name)).toEqual([
			"model:x",
			"tidy",
			"init",
			"green",
		]);
		expect(names.filter((name) => name === "todo")).toHaveLength(1);
	});

	verifies("rules-skills-commands:command:unknown-is-text", async () => {
		await using omp = await ompProject({ replies: [text("As text.")] });
		await using host = rpcHost(omp);
		await host.ask({ id: "p", type: "prompt", message: "/theme dark" });
		await host.frame({ type: "agent_end" });
		expect(JSON.stringify(omp.model.requests[0])).toContain("/theme dark");
	});

	verifies("rules-skills-commands:command:list", async () => {
		await using omp = await ompProject({
			files: { ".omp/commands/a.md": "ours", ".claude/commands/a.md": "theirs", ".claude/commands/b.md": "b" },
		});
		await using host = rpcHost(omp);
		const first = await host.frame({ type: "available_commands_update" });
		const listed = (first.commands as Array<{ name: string; description: string; source: string }>).filter(
			({ source }) => source === "file",
		);
		expect(listed.slice(0, 2)).toEqual([
			{ name: "a", description: "ours (project)", source: "file" },
			{ name: "b", description: "b (via Claude Code Project)", source: "file" },
		]);
	});

	test.each([
		["/tools", /^bash \(exec\) /m],
		["/session info", /^Model: acme\/a-1$/m],
		["/model", /^Model: acme\/a-1 \(Acme One\)$/],
		["/todo", /^No todos\.$/],
		["/move elsewhere", /^Session moved to .*elsewhere\.$/],
		["/export page.html", /^Exported to: .*page\.html$/],
	])("%s", async (line, expected) => {
		await using omp = await ompProject({ files: { "elsewhere/x": "" } });
		await using host = rpcHost(omp);
		expect(await host.ask({ id: "c", type: "prompt", message: line })).toMatchObject({ data: { agentInvoked: false } });
		expect((await host.frame({ type: "command_output" })).text).toMatch(expected);
	});
});

describe("sub-agents over rpc", () => {
	test("logs are read incrementally, and only those of sub-agents", async () => {
		await using omp = await ompProject({ replies: [text("Hi.")] });
		await using client = await rpcClient(omp);
		await client.promptAndWait("hi");
		const folder = ((await client.getState()).sessionFile ?? "").replace(/\.jsonl$/, "");
		const entry = (id: string) =>
			`${JSON.stringify({ type: "message", id, parentId: null, timestamp: "t", message: { role: "user", content: id, timestamp: 1 } })}\n`;
		const log = join(folder, "Alpha.jsonl");
		const head = `${JSON.stringify({ type: "session", version: 3, id: "a", timestamp: "t", cwd: "/" })}\n${entry("one")}`;
		await Bun.write(log, `${head}{"half a li`);
		const first = (await client.getSubagentMessages({ subagentId: "Alpha" })) as Record<string, unknown>;
		expect(first).toEqual({
			sessionFile: log,
			fromByte: 0,
			nextByte: head.length,
			reset: false,
			entries: [expect.objectContaining({ id: "one" })],
			messages: [expect.objectContaining({ content: "one" })],
		});
		await Bun.write(log, head + entry("two"));
		const second = await client.getSubagentMessages({ sessionFile: log, fromByte: head.length });
		expect(second).toMatchObject({ messages: [{ content: "two" }] });
		const shorter = await client.getSubagentMessages({ sessionFile: log, fromByte: 1e9 });
		expect(shorter).toMatchObject({ reset: true, fromByte: 0 });
		await expect(client.getSubagentMessages({})).rejects.toThrow(
			"get_subagent_messages requires subagentId or sessionFile",
		);
		for (const wanted of ["zz", "../../secret", "/etc/passwd"]) {
			await expect(client.getSubagentMessages({ sessionFile: wanted })).rejects.toThrow(
				`Unknown subagent or session file unavailable: ${wanted}`,
			);
		}
		expect(await client.getSubagents()).toEqual([]);
		expect(await client.setSubagentSubscription("events")).toEqual({ level: "events" });
	});
});

verifies("rpc-sdk-acp:rpc:host-defaults", async () => {
	await using omp = await ompProject();
	await omp.home.write(".omp/agent/config.yml", "todo:\n  enabled: false\n");
	const hasTodo = async (args: readonly string[] = []) => {
		await using client = await rpcClient(omp, { args });
		return (await client.getState()).dumpTools.some(({ name }) => name === "todo");
	};
	expect(await hasTodo()).toBe(true);
	await omp.files.write("own.yml", "todo:\n  enabled: false\n");
	expect(await hasTodo(["--config", "own.yml"])).toBe(false);
	await omp.files.write(".omp/config.yml", "todo:\n  enabled: false\n");
	expect(await hasTodo()).toBe(false);
});
