import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { defineTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import {
	calls,
	type ScriptedAnswer,
	says,
	scriptedModel,
	scriptedModelRecord,
} from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import {
	AgentSession,
	type AgentSessionEvent,
	type AgentTool,
	AuthStorage,
	type CreateAgentSessionOptions,
	createAgentSession,
	discoverAuthStorage,
	discoverContextFiles,
	discoverMCPServers,
	discoverModels,
	discoverPromptTemplates,
	discoverSlashCommands,
	loadEntriesFromFile,
	migrateSessionEntries,
	runPrintMode,
	runRpcMode,
	SessionManager,
	Settings,
} from "./embedded-entry.ts";

/** What extensions import. */
const packageName = "@oh-my-pi/pi-coding-agent";

/** A session with a scripted model in a temporary folder. */
async function scripted(answers: readonly ScriptedAnswer[], options: CreateAgentSessionOptions = {}) {
	const files = await workspace({ "a.txt": "hello" });
	const model = scriptedModel(answers);
	const created = await createAgentSession({
		cwd: files.path,
		agentDir: files.file("agent"),
		model: scriptedModelRecord,
		streamFn: model.streamFn,
		...options,
	});
	const events: AgentSessionEvent[] = [];
	created.session.subscribe((event) => void events.push(event));
	return {
		...created,
		events,
		files,
		requests: model.requests,
		async [Symbol.asyncDispose]() {
			await created.session.dispose();
			await files[Symbol.asyncDispose]();
		},
	};
}

const shout: AgentTool = defineTool({
	name: "shout",
	label: "Shout",
	prompt: "Shouts.",
	parameters: { type: "object", properties: { words: { type: "string" } }, required: ["words"] },
	execute: async ({ words }) => ({ content: words.toUpperCase() }),
}) as AgentTool;

const sessionFilesIn = async (files: Workspace) =>
	(await readdir(files.path, { recursive: true })).filter((name) => name.endsWith(".jsonl"));

describe("createAgentSession", () => {
	verifies("rpc-sdk-acp:sdk:create-session", async () => {
		const bare = await createAgentSession({ sessionManager: SessionManager.inMemory() });
		expect(bare.session.sessionFile).toBeUndefined();
		expect(bare.session.getActiveToolNames()).toEqual(expect.arrayContaining(["read", "bash", "edit"]));
		await bare.session.dispose();

		await using files = await workspace();
		const authStorage = await discoverAuthStorage(files.file("agent"));
		await authStorage.setKey("anthropic", "sk-test");
		const modelRegistry = await discoverModels(authStorage);
		const settings = Settings.inMemory({ defaultThinkingLevel: "low" });
		const sessionManager = SessionManager.create(files.path, files.file("kept"));
		const { session } = await createAgentSession({
			cwd: files.path,
			agentDir: files.file("agent"),
			authStorage,
			modelRegistry,
			settings,
			sessionManager,
			modelPattern: "anthropic/claude-sonnet-4-5",
			systemPrompt: (usual) => ["First of all.", ...usual],
			toolNames: ["read"],
			customTools: [shout],
		});
		expect(session.model).toMatchObject({ provider: "anthropic" });
		expect(session.thinkingLevel).toBe("low");
		expect(session.sessionFile).toStartWith(files.file("kept"));
		expect(session.systemPrompt[0]).toBe("First of all.");
		expect(session.systemPrompt.length).toBeGreaterThan(1);
		expect(session.getActiveToolNames()).toEqual(expect.arrayContaining(["read", "shout"]));
		expect(session.getActiveToolNames()).not.toContain("bash");
		await session.dispose();
		const other = await AuthStorage.create(files.file("other"));
		await expect(createAgentSession({ authStorage: other, modelRegistry })).rejects.toThrow("must share one store");
	});

	verifies("discovery:prompt:sdk-replacement", async () => {
		const promptFor = async (systemPrompt?: CreateAgentSessionOptions["systemPrompt"]) => {
			await using talk = await scripted([says("Hi.")], { ...(systemPrompt !== undefined && { systemPrompt }) });
			await talk.session.prompt("hi");
			return [...talk.session.systemPrompt];
		};
		const usual = await promptFor();
		expect(usual.length).toBeGreaterThan(1);
		expect(await promptFor("Only this.")).toEqual(["Only this."]);
		expect(await promptFor(["This", "and that."])).toEqual(["This", "and that."]);
		const changed = await promptFor((blocks) => [`${blocks.length} blocks`, ...blocks.slice(1)]);
		expect(changed).toEqual([`${usual.length} blocks`, ...usual.slice(1)]);
	});

	verifies("rpc-sdk-acp:sdk:in-memory", async () => {
		await using files = await workspace();
		const sessionManager = SessionManager.inMemory(files.path);
		await using talk = await scripted([says("Nothing is kept.")], { cwd: files.path, sessionManager });
		await talk.session.prompt("hi");
		expect(talk.session.getLastAssistantText()).toBe("Nothing is kept.");
		expect(sessionManager.buildSessionContext().messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
		expect([await sessionFilesIn(files), await sessionFilesIn(talk.files)]).toEqual([[], []]);
	});

	verifies("rpc-sdk-acp:sdk:no-model-constructs", async () => {
		await using files = await workspace();
		const { session } = await createAgentSession({ cwd: files.path, agentDir: files.file("agent") });
		expect(session.model).toBeUndefined();
		await expect(session.prompt("hi")).rejects.toThrow("No model selected.");
		await session.dispose();
	});

	verifies("rpc-sdk-acp:sdk:several-sessions", async () => {
		await using one = await scripted([says("I am one.")]);
		await using two = await scripted([says("I am two.")]);
		await Promise.all([one.session.prompt("who?"), two.session.prompt("who?")]);
		expect([one, two].map(({ session }) => session.getLastAssistantText())).toEqual(["I am one.", "I am two."]);
		expect(one.session.sessionId).not.toBe(two.session.sessionId);
		expect(one.session.session.registry).not.toBe(two.session.session.registry);
	});

	test("restrictToolNames: only the named tools are offered", async () => {
		await using talk = await scripted([], { toolNames: ["read"], restrictToolNames: true, customTools: [shout] });
		expect(talk.session.getActiveToolNames()).not.toContain("shout");
		await using allowed = await scripted([], {
			toolNames: ["read"],
			restrictToolNames: true,
			customTools: [shout],
			allowRestrictedCustomTools: true,
		});
		expect(allowed.session.getActiveToolNames()).toContain("shout");
	});
});

describe("AgentSession", () => {
	test("extensions: factories and paths of the program, and those that are found unless it says no", async () => {
		const seen: string[] = [];
		const file = (name: string) => `export default (pi) => pi.registerTool({ name: "${name}", description: "x",
			parameters: { type: "object" }, execute: async () => ({ content: [] }) });`;
		await using place = await workspace({
			"agent/extensions/found.ts": file("found"),
			"named.ts": `import { createAgentSession } from "${packageName}";\n${file("named")}`,
			"broken.ts": "export default (",
		});
		const options: CreateAgentSessionOptions = {
			cwd: place.path,
			agentDir: place.file("agent"),
			additionalExtensionPaths: [place.file("named.ts"), place.file("broken.ts")],
			extensions: [
				function counts(pi) {
					pi.on("session_start", () => void seen.push("start"));
					pi.on("tool_call", () => ({ block: true, reason: "Not from here." }));
					pi.registerTool({
						name: "inline",
						description: "x",
						parameters: { type: "object" },
						execute: async () => ({ content: "" }),
					});
					seen.push(typeof pi.pi.createAgentSession);
				},
				() => {
					throw new Error("on purpose");
				},
			],
		};
		const answers = [calls({ name: "read", arguments: { path: "a.txt" } }), says("A.")];
		{
			await using at = await scripted(answers, options);
			const { extensions, errors } = at.extensionsResult;
			expect(extensions.map(({ name }) => name)).toEqual(["found", "named", "counts"]);
			expect(errors.map(({ path, error }) => [path, error])).toEqual([
				[place.file("broken.ts"), expect.any(String)],
				["<inline:inline-2>", "on purpose"],
			]);
			expect(at.session.getActiveToolNames()).toEqual(expect.arrayContaining(["found", "named", "inline", "read"]));
			await at.session.prompt("go");
			expect(JSON.stringify(at.requests[1]?.context.messages)).toContain("Not from here.");
			expect(seen).toEqual(["function", "start"]);
		}
		{
			await using at = await scripted([], { ...options, disableExtensionDiscovery: true });
			expect(at.extensionsResult.extensions.map(({ name }) => name)).toEqual(["named", "counts"]);
		}
		{
			await using at = await scripted([], {
				restrictToolNames: true,
				toolNames: ["read"],
				agentDir: place.file("agent"),
			});
			expect(at.extensionsResult.extensions).toEqual([]);
			expect(at.session.getActiveToolNames()).toEqual(["read"]);
		}
	});

	test("streams events, runs custom tools and saves the session", async () => {
		await using talk = await scripted([calls({ name: "shout", arguments: { words: "hey" } }), says("Done.")], {
			customTools: [shout],
		});
		const { session } = talk;
		let said = "";
		const off = session.subscribe((event) => {
			if (event.type === "message_update" && event.assistantMessageEvent.type === "text_delta") {
				said += event.assistantMessageEvent.delta;
			}
		});
		await session.prompt("shout hey");
		off();
		expect(said).toBe("Done.");
		expect(JSON.stringify(session.messages)).toContain("HEY");
		expect(session.getSessionStats()).toMatchObject({ userMessages: 1, assistantMessages: 2, toolCalls: 1 });
		expect(existsSync(session.sessionFile ?? "")).toBe(true);
		const again = await createAgentSession({
			cwd: talk.files.path,
			agentDir: talk.files.file("agent"),
			model: scriptedModelRecord,
			sessionManager: await (async () => {
				await session.dispose();
				return SessionManager.open(session.sessionFile ?? "");
			})(),
		});
		expect(again.session.messages.map(({ role }) => role)).toEqual(["user", "assistant", "toolResult", "assistant"]);
		await again.session.dispose();
	});

	test("switches sessions together with the session manager", async () => {
		await using files = await workspace();
		const sessionManager = SessionManager.create(files.path, files.file("kept"));
		await using talk = await scripted([says("One."), says("Two.")], { sessionManager });
		const { session } = talk;
		await session.prompt("first");
		await session.setSessionName("The first");
		const first = session.sessionFile ?? "";
		expect(await session.newSession()).toBe(true);
		expect(sessionManager.getSessionFile()).toBe(session.sessionFile ?? "");
		await session.prompt("second");
		expect(await session.switchSession(first)).toBe(true);
		expect([session.sessionName, sessionManager.getSessionName()]).toEqual(["The first", "The first"]);
		const [point] = session.getUserMessagesForBranching();
		expect(await session.branch(point?.entryId ?? "")).toEqual({ cancelled: false, text: "first" });
		expect(await session.exportToHtml("page.html")).toBe(talk.files.file("page.html"));
	});

	test("summarizes the branch that is left, and stays where it is when the summary is aborted", async () => {
		const asked = Promise.withResolvers<void>();
		const forever: ScriptedAnswer = async (_reply, { options }) => {
			asked.resolve();
			await new Promise((_, reject) => options.signal?.addEventListener("abort", () => reject(options.signal?.reason)));
		};
		await using talk = await scripted([says("One."), says("Two."), forever, says("It tried two.")]);
		const { session } = talk;
		await session.prompt("first");
		const target = session.sessionManager.getLeafId() ?? "";
		await session.prompt("second");
		const leaf = session.sessionManager.getLeafId();
		const aborted = session.navigateTree(target, { summarize: true });
		await asked.promise;
		session.abortBranchSummary();
		expect(await aborted).toEqual({ cancelled: true });
		expect(session.sessionManager.getLeafId()).toBe(leaf);
		const { summaryEntry } = await session.navigateTree(target, { summarize: true });
		expect(summaryEntry?.summary).toContain("It tried two.");
	});

	test("queues messages during a run, and can be aborted", async () => {
		const forever: ScriptedAnswer = async (reply, { options }) => {
			reply.appendText(0, "Working");
			await new Promise((_, reject) => options.signal?.addEventListener("abort", () => reject(options.signal?.reason)));
		};
		await using talk = await scripted([forever, says("Steered."), says("Followed.")]);
		const { session, events } = talk;
		const run = session.prompt("go");
		await until(() => events.some(({ type }) => type === "message_update"));
		await session.prompt("and that", { streamingBehavior: "followUp" });
		await session.steer("rather this");
		await session.sendCustomMessage({ customType: "note", content: "for later" }, { deliverAs: "nextTurn" });
		expect(session.getQueuedMessages()).toEqual({ steering: ["rather this"], followUp: ["and that"] });
		expect(session.queuedMessageCount).toBe(2);
		await expect(session.prompt("no")).rejects.toThrow("Agent is already processing.");
		await session.abort();
		await run;
		await session.waitForIdle();
		expect(talk.requests).toHaveLength(3);
		expect(session.isStreaming).toBe(false);
	});

	test("active tools, todos and user commands", async () => {
		await using talk = await scripted([says("Seen.")], { customTools: [shout] });
		const { session } = talk;
		await session.setActiveToolsByName(["read", "shout", "nothing"]);
		expect(session.getActiveToolNames()).toEqual(["read", "shout"]);
		expect(session.getAllToolNames()).toEqual(expect.arrayContaining(["bash", "read", "shout"]));
		session.setTodoPhases([{ name: "Plan", tasks: [{ content: "a", status: "pending" }] }]);
		expect(session.getTodoPhases()).toMatchObject([{ name: "Plan" }]);
		expect(await session.executeBash("cat a.txt")).toMatchObject({ output: "hello", exitCode: 0 });
		await session.prompt("what do you see?");
		expect(JSON.stringify(talk.requests[0]?.context.messages)).toContain("Ran `cat a.txt`");
		expect(talk.requests[0]?.context.tools?.map(({ name }) => name)).toEqual(["read", "shout"]);
	});
});

/** Fake standard streams. */
function streams(input = "") {
	const written = { stdout: "", stderr: "" };
	const output = (name: keyof typeof written) => ({
		isTTY: false,
		closed: new Promise<void>(() => {}),
		write: async (text: string) => {
			written[name] += text;
		},
	});
	return {
		written,
		io: {
			stdin: {
				isTTY: false,
				text: async () => input,
				chunks: async function* () {
					yield new TextEncoder().encode(input);
				},
			},
			stdout: output("stdout"),
			stderr: output("stderr"),
		},
	};
}

verifies("rpc-sdk-acp:sdk:print-and-rpc-runners", async () => {
	await using printed = await scripted([says("One."), says("Two.")]);
	const text = streams();
	const options = { mode: "text", initialMessage: "first", messages: ["second"] } as const;
	expect(await runPrintMode(printed.session, options, text.io)).toBe(0);
	expect(text.written).toEqual({ stdout: "Two.\n", stderr: "" });

	await using asJson = await scripted([says("One.")]);
	const json = streams();
	await runPrintMode(asJson.session, { mode: "json", messages: ["go"] }, json.io);
	const types = json.written.stdout
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line).type);
	expect([types[0], types[1], types.at(-1)]).toEqual(["session", "agent_start", "agent_end"]);

	await using served = await scripted([says("Over RPC.")]);
	const rpc = streams(`${JSON.stringify({ id: "p", type: "prompt", message: "go" })}\n`);
	await runRpcMode(served.session, rpc.io);
	const frames = rpc.written.stdout
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
	expect([frames[0].type, frames.at(-1).type]).toEqual(["ready", "agent_end"]);
	expect(frames.at(-1).messages.at(-1).content[0].text).toBe("Over RPC.");
});

test("AgentSession has all members of the specified API", () => {
	const surface = `prompt steer followUp sendUserMessage sendCustomMessage promptCustomMessage abort waitForIdle retry
		clearQueue getQueuedMessages popLastQueuedMessage queuedMessageCount state messages model thinkingLevel isStreaming
		isCompacting isRetrying isAborting systemPrompt sessionFile sessionId sessionName getContextUsage getSessionStats
		getLastAssistantText setModel setModelTemporary cycleModel getAvailableModels setThinkingLevel cycleThinkingLevel
		getAvailableThinkingLevels setSteeringMode setFollowUpMode setInterruptMode compact abortCompaction
		setAutoCompactionEnabled handoff abortHandoff shake newSession switchSession fork branch
		getUserMessagesForBranching navigateTree abortBranchSummary moveSession setSessionName exportToHtml
		formatSessionAsText reload getActiveToolNames getAllToolNames setActiveToolsByName refreshMCPTools getTodoPhases
		setTodoPhases executeBash abortBash executePython abortEval getPlanModeState setPlanModeState getGoalModeState
		goalRuntime subscribe beginDispose dispose agent settings isGeneratingHandoff abortRetry modelRegistry`.split(
		/\s+/,
	);
	expect(surface.filter((name) => !(name in AgentSession.prototype))).toEqual([]);
});

test("context files, prompts and commands are discovered without a session", async () => {
	await using files = await workspace({
		"project/AGENTS.md": "Be brief.",
		"project/.omp/commands/greet.md": "Greet $1.",
		"project/.omp/prompts/ask.md": "Ask about $1.",
		"agent/mcp.json": '{"mcpServers":{"mine":{"command":"x"}}}',
		"project/.mcp.json": '{"mcpServers":{"theirs":{"command":"y"}}}',
	});
	const place = [files.file("project"), files.file("agent")] as const;
	expect((await discoverContextFiles(...place)).map(({ content }) => content)).toContain("Be brief.");
	expect((await discoverPromptTemplates(...place)).map(({ name }) => name)).toEqual(["ask"]);
	expect((await discoverMCPServers(...place)).map(({ name }) => name)).toEqual(["mine"]);
	const commands = (await discoverSlashCommands(...place)).map(({ name }) => name);
	expect(commands).toEqual(expect.arrayContaining(["greet", "ask"]));
});

test("state, session text and dequeuing", async () => {
	let finish = () => {};
	const slow: ScriptedAnswer = async (reply) => {
		await new Promise<void>((resolve) => {
			finish = resolve;
		});
		reply.appendText("text", "Done.");
	};
	await using created = await scripted([slow]);
	const { session, requests } = created;
	const run = session.prompt("go");
	await until(() => requests.length === 1);
	await session.followUp("later");
	await session.steer("now");
	expect([session.popLastQueuedMessage(), session.popLastQueuedMessage(), session.popLastQueuedMessage()]).toEqual([
		"now",
		"later",
		undefined,
	]);
	expect(session.state).toMatchObject({ isStreaming: true, model: scriptedModelRecord });
	finish();
	await run;
	expect(session.formatSessionAsText()).toContain("## assistant\n\nDone.");
	expect(session.state.messages).toEqual(session.messages);
});

test("setModelTemporary does not record the model as the session's choice", async () => {
	await using created = await scripted([says("One."), says("Two.")]);
	const { session, files } = created;
	await session.prompt("go");
	const models = "{ id: other, name: Other, contextWindow: 1000, maxTokens: 100 }";
	const provider = `baseUrl: http://127.0.0.1:9, apiKey: key, api: anthropic-messages, models: [${models}]`;
	await files.write("agent/models.yml", `providers: { acme: { ${provider} } }`);
	await using second = await scripted([], { agentDir: files.file("agent"), model: undefined });
	const [other] = (await second.session.getAvailableModels()).filter(({ id }) => id === "other");
	if (!other) throw new Error("the model was not found");
	await second.session.setModelTemporary(other);
	expect(second.session.model).toEqual(other);
	const unusable = { ...other, provider: "nobody" };
	await expect(second.session.setModelTemporary(unusable)).rejects.toThrow("nobody");
	const entries = loadEntriesFromFile(session.sessionFile ?? "");
	expect(migrateSessionEntries(entries)).toEqual(entries);
});
