import { describe, expect, test } from "bun:test";
import { calls, type ScriptedAnswer, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, gate, text } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { extendedSession } from "./extended-session.ts";

/** An extension whose command `go` runs the given body. */
const going = (body: string, before = "") =>
	`export default (pi) => { ${before}; pi.registerCommand("go", { handler: async (args, ctx) => { ${body} } }); };\n`;

/** An answer that waits until it is let go. */
function held(answer: ScriptedAnswer) {
	const { promise, resolve } = Promise.withResolvers<void>();
	const started = Promise.withResolvers<void>();
	const waiting: ScriptedAnswer = async (reply, request) => {
		started.resolve();
		await promise;
		await answer(reply, request);
	};
	return { answer: waiting, started: started.promise, release: resolve };
}

const sends = going(`const [deliverAs, triggerTurn] = JSON.parse(args);
	pi.sendMessage({ customType: "my.note", content: "note " + deliverAs, display: true, details: { n: 1 } }, { deliverAs, triggerTurn });`);

describe("messages of extensions", () => {
	verifies("extensions:api:send-message-delivery", async () => {
		{
			await using at = await extendedSession({ "a.ts": sends }, { answers: [says("A."), says("B."), says("C.")] });
			// Idle: appended, without a turn; what is for the next turn waits for a prompt.
			await at.command("go", '["steer", false]');
			await until(() => at.session.conversation.messages.length === 1);
			await at.command("go", '["followUp", false]');
			await until(() => at.session.conversation.messages.length === 2);
			await at.command("go", '["nextTurn", false]');
			expect(at.session.conversation.messages).toHaveLength(2);
			expect(at.requests).toHaveLength(0);
			await at.prompt("hello");
			for (const how of ["steer", "followUp", "nextTurn"]) expect(at.sent()[0]).toContain(`note ${how}`);
			// A turn of its own.
			await at.command("go", '["steer", true]');
			await until(() => at.requests.length === 2);
			await at.session.conversation.idle();
			await at.command("go", '["nextTurn", true]');
			await until(() => at.requests.length === 3);
			await at.session.conversation.idle();
			expect(at.sent()[2]).toContain("note nextTurn");
			const entries = at.session.log.path().flatMap(({ id }) => at.session.log.findEntry(id) ?? []);
			expect(entries.filter(({ type }) => type === "custom_message")).toHaveLength(5);
		}
		{
			// During a run: steering comes with its next request, a follow-up after it, the rest with the next prompt.
			const first = held(calls({ name: "read", arguments: { path: "a.txt" } }));
			const answers = [first.answer, says("B."), says("C."), says("D.")];
			await using at = await extendedSession({ "a.ts": sends }, { answers });
			const running = at.prompt("hello");
			await first.started;
			await at.command("go", '["nextTurn", false]');
			await at.command("go", '["followUp", false]');
			await at.command("go", '["steer", false]');
			first.release();
			await running;
			await at.session.conversation.idle();
			const has = at
				.sent()
				.map((sent) => ["steer", "followUp", "nextTurn"].filter((how) => sent.includes(`note ${how}`)));
			expect(has).toEqual([[], ["steer"], ["steer", "followUp"]]);
			await at.prompt("again");
			expect(at.sent()[3]).toContain("note nextTurn");
		}
		{
			const first = held(says("A."));
			await using at = await extendedSession({ "a.ts": sends }, { answers: [first.answer, says("B.")] });
			const running = at.prompt("hello");
			await first.started;
			await at.command("go", '["nextTurn", true]');
			first.release();
			await running;
			await until(() => at.requests.length === 2);
			await at.session.conversation.idle();
			expect(at.sent()[1]).toContain("note nextTurn");
		}
	});

	verifies("extensions:api:send-user-message", async () => {
		const body = `pi.sendUserMessage(args === "blocks" ? [{ type: "text", text: "in blocks" }] : "told " + args, args === "followUp" ? { deliverAs: "followUp" } : {});`;
		const first = held(calls({ name: "read", arguments: { path: "a.txt" } }));
		const answers = [says("A."), says("B."), first.answer, says("C."), says("D.")];
		await using at = await extendedSession({ "a.ts": going(body) }, { answers });
		await at.command("go", "idle");
		await until(() => at.requests.length === 1);
		await at.session.conversation.idle();
		expect(at.sent()[0]).toContain("told idle");
		await at.command("go", "blocks");
		await until(() => at.requests.length === 2);
		await at.session.conversation.idle();
		expect(at.sent()[1]).toContain("in blocks");
		const running = at.prompt("hello");
		await first.started;
		await at.command("go", "followUp");
		await at.command("go", "now");
		first.release();
		await running;
		await at.session.conversation.idle();
		const has = at.sent().map((sent) => ["now", "followUp"].filter((how) => sent.includes(`told ${how}`)));
		expect(has.slice(2)).toEqual([[], ["now"], ["now", "followUp"]]);
	});
});

describe("the session", () => {
	verifies("extensions:api:set-model", async () => {
		const provider = `pi.registerProvider("house", { baseUrl: "http://nowhere", api: "anthropic-messages", apiKey: "k", models: [{ id: "h",
			name: "H", reasoning: false, input: ["text"], cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }, contextWindow: 1000, maxTokens: 10 }] })`;
		const body = `const house = await ctx.models.resolve("house/h");
			seen.push(await pi.setModel({ ...ctx.model, provider: "nobody" }), ctx.model.id, await pi.setModel(house), ctx.model.id);`;
		await using at = await extendedSession({ "a.ts": going(body, provider) });
		await at.command("go");
		expect(at.seen).toEqual([false, "scripted", true, "h"]);
		expect(at.session.conversation.model?.provider).toBe("house");
	});

	verifies("extensions:api:thinking-and-tier", async () => {
		const body = `pi.setThinkingLevel("off"); seen.push(pi.getThinkingLevel(), pi.getServiceTiers());
			pi.setServiceTier("openai", "flex"); seen.push(pi.getServiceTiers());
			pi.setServiceTier("openai", undefined); seen.push(pi.getServiceTiers());
			try { pi.setServiceTier("anthropic", "flex"); } catch (error) { seen.push(error.message); }
			pi.setThinkingLevel("low", true);`;
		await using at = await extendedSession({ "a.ts": going(body) });
		await at.command("go");
		expect(at.seen).toEqual(["off", {}, { openai: "flex" }, {}, "Models of anthropic have no service tiers"]);
		await at.workbench.settings.flush();
		expect(await at.files.read("home/.omp/agent/config.yml")).toContain("defaultThinkingLevel: low");
	});

	verifies("extensions:context:members", async () => {
		const body = `const manager = ctx.sessionManager;
			const [user] = manager.getBranch().filter((entry) => entry.message?.role === "user");
			seen.push({
				mode: ctx.mode, hasUI: ctx.hasUI, cwd: ctx.cwd.endsWith("project"), model: ctx.model.id, current: ctx.models.current().id,
				family: ctx.models.family({ id: "claude-sonnet-4-5" }) === ctx.models.family({ id: "claude-sonnet-4" }),
				list: Array.isArray(await ctx.models.list()), unknown: await ctx.models.resolve("no/such"),
				idle: ctx.isIdle(), pending: ctx.hasPendingMessages(), prompt: Array.isArray(ctx.getSystemPrompt()),
				usage: Object.keys(ctx.getContextUsage()), trusted: ctx.isProjectTrusted(), jobs: ctx.getAsyncJobSnapshot(),
				local: ctx.localProtocolOptions.getSessionId() === manager.getSessionId(), memory: ctx.memory,
				registry: typeof ctx.modelRegistry.available, invokeTool: ctx.invokeTool,
			});
			seen.push([manager.getEntries().length === manager.getBranch().length, manager.getEntry(user.id) === user || manager.getEntry(user.id).id === user.id,
				manager.getChildren(user.id).length, manager.getLeafId() === manager.getLeafEntry().id, manager.getLabel(user.id),
				manager.getTree().length > 0, manager.getHeader().cwd === manager.getCwd(), manager.getSessionFile().startsWith(manager.getSessionDir()),
				manager.getSessionName(), manager.buildSessionContext().messages.length, typeof manager.getArtifactsDir()]);`;
		await using at = await extendedSession({ "a.ts": going(body) }, { answers: [says("A.")] });
		await at.prompt("hi");
		await at.command("go");
		expect(at.failures).toEqual([]);
		expect(at.seen).toEqual([
			{
				mode: "rpc",
				hasUI: false,
				cwd: true,
				model: "scripted",
				current: "scripted",
				family: true,
				list: true,
				unknown: undefined,
				idle: true,
				pending: false,
				prompt: true,
				usage: ["tokens", "contextWindow", "percent"],
				trusted: true,
				jobs: { running: [], recent: [] },
				local: true,
				memory: undefined,
				registry: "function",
				invokeTool: undefined,
			},
			[true, true, 1, true, undefined, true, true, true, undefined, 2, "string"],
		]);

		// Aborting, and compaction with its callbacks.
		const first = held(says("late"));
		const control = `export default (pi) => {
			pi.registerCommand("stop", { handler: async (_args, ctx) => { seen.push(ctx.isIdle()); ctx.abort(); } });
			pi.registerCommand("shrink", { handler: async (_args, ctx) => new Promise((resolve) => ctx.compact({ customInstructions: "short",
				onComplete: (result) => { seen.push(result.summary); resolve(); }, onError: (error) => { seen.push(error.message); resolve(); } })) });
			pi.on("session_before_compact", (event) => ({ compaction: { summary: "all of it, " + event.customInstructions,
				firstKeptEntryId: event.preparation.firstKeptEntryId, tokensBefore: event.preparation.tokensBefore } }));
		};`;
		const answers = [says("A."), says("B."), first.answer];
		const config = "compaction: { keepRecentTokens: 1 }\n";
		await using busy = await extendedSession({ "a.ts": control }, { answers, config });
		await busy.prompt("one");
		await busy.prompt("two");
		const running = busy.prompt("three");
		await first.started;
		await busy.command("stop");
		first.release();
		await running;
		expect(JSON.stringify(busy.session.conversation.messages.at(-1))).toContain('"aborted"');
		await busy.command("shrink");
		expect(busy.seen).toEqual([false, "all of it, short"]);
	});

	verifies("extensions:context:command-actions", async () => {
		const source = `export default (pi) => {
			const command = (name, run) => pi.registerCommand(name, { handler: async (args, ctx) => { seen.push([name, await run(ctx, args)]); } });
			const user = (ctx) => ctx.sessionManager.getBranch().find((entry) => entry.message?.role === "user").id;
			command("wait", async (ctx) => { await ctx.waitForIdle(); return ctx.isIdle(); });
			command("tree", (ctx) => ctx.navigateTree(user(ctx), { summarize: true, customInstructions: "the gist", label: "here" }));
			command("branch", (ctx) => ctx.branch(user(ctx)));
			command("fresh", (ctx) => ctx.newSession({ parentSession: ctx.sessionManager.getSessionFile(),
				setup: async (manager) => { manager.appendMessage({ role: "user", content: "from before", timestamp: 1 }); } }));
			command("back", (ctx, file) => ctx.switchSession(file));
			command("anew", (ctx) => ctx.reload());
			pi.on("session_start", () => { seen.push("start"); });
		};`;
		const first = held(says("A."));
		const answers = [first.answer, says("B."), says("The gist."), says("C.")];
		await using at = await extendedSession({ "a.ts": source }, { answers });
		const { log } = at.session;
		const running = at.prompt("one");
		await first.started;
		const waiting = at.command("wait");
		expect(at.seen).toEqual(["start"]);
		first.release();
		await Promise.all([running, waiting]);
		await at.prompt("two");
		const file = log.file ?? "";
		const userId = log.path().find(({ role }) => role === "user")?.id ?? "";
		await at.command("tree");
		expect(at.sent()[2]).toContain("the gist");
		expect(at.session.log.findLabel(userId)).toBe("here");
		expect(JSON.stringify(at.session.conversation.messages)).toContain("The gist.");
		await at.command("back", file);
		await at.command("fresh");
		expect(at.session.log.file).not.toBe(file);
		expect(at.session.log.header.parentSession).toBe(file);
		expect(JSON.stringify(at.session.conversation.messages)).toContain("from before");
		await at.command("branch");
		await at.command("anew");
		const done = { cancelled: false };
		expect(at.failures).toEqual([]);
		expect(at.seen).toEqual([
			"start",
			["wait", true],
			["tree", done],
			["back", done],
			["fresh", done],
			["branch", done],
			"start",
			["anew", undefined],
		]);
	});

	test("commands, prompts and skills are listed, and the host's exports are there", async () => {
		const source = `export default (pi) => {
			pi.registerCommand("mine", { description: "My own", handler: async () => {} });
			pi.on("session_start", () => console.error("listed " + JSON.stringify([pi.getCommands().filter(({ source }) => source !== "skill"), typeof pi.pi.createAgentSession])));
		};`;
		await using omp = await ompProject({ replies: [text("A.")], files: { "x.ts": source } });
		await omp.home.write(".omp/agent/commands/tidy.md", "---\ndescription: Tidy up\n---\nTidy.\n");
		const { stderr } = await omp.run(["-e", "x.ts", "-p", "hi"]);
		const [commands, kind] = JSON.parse(/^listed (.*)$/m.exec(stderr)?.[1] ?? "[]");
		expect(kind).toBe("function");
		expect(commands).toEqual([
			{ name: "mine", description: "My own", source: "extension" },
			expect.objectContaining({
				name: "tidy",
				source: "prompt",
				location: "user",
				path: expect.stringMatching(/tidy\.md$/),
			}),
		]);
	});
});

verifies("extensions:command:register", async () => {
	const source = `export default (pi) => pi.registerCommand("mark", { description: "Marks",
		getArgumentCompletions: (prefix) => ["fast", "slow"].filter((word) => word.startsWith(prefix)).map((value) => ({ value, label: value })),
		handler: async (args, ctx) => { ctx.ui.notify("<" + args + "> " + ctx.isIdle()); } });`;
	const open = gate();
	await using omp = await ompProject({
		replies: [delivered(text("A."), { hold: { afterChunks: 0, gate: open } })],
		files: { "x.ts": source },
	});
	await using host = rpcHost(omp, { args: ["-e", "x.ts"] });
	await host.ask({ id: "1", type: "prompt", message: "hi" });
	await until(() => omp.model.requests.length === 1);
	await host.ask({ id: "2", type: "prompt", message: "/mark  two  words " });
	await host.frame({ method: "notify", message: "<two  words> false" });
	open.open();
	await host.frame({ type: "agent_end" });
	expect(omp.model.requests).toHaveLength(1);
	await using at = await extendedSession({ "a.ts": source });
	const [command] = at.extensions.commands;
	expect(await command?.complete?.("sl")).toEqual([{ name: "slow" }]);
});

verifies("extensions:errors:command-and-shortcut", async () => {
	const source = `export default (pi) => {
		pi.registerCommand("bad", { handler: async () => { throw new Error("bad command"); } });
		pi.registerCommand("fine", { handler: async () => { seen.push("fine"); } });
		pi.registerShortcut("ctrl+x", { handler: () => { throw new Error("bad key"); } });
		pi.registerMessageRenderer("my.note", () => { throw new Error("bad drawing"); });
		pi.on("session_start", (_event, ctx) => { ctx.setTimeout(async () => { throw new Error("bad timer"); }, 1); });
	};`;
	await using at = await extendedSession({ "a.ts": source });
	await at.command("bad");
	await at.extensions.shortcuts[0]?.run();
	const drawn = at.extensions.renderers[0]?.render(
		{ customType: "my.note", content: "x" },
		{ expanded: false },
		{} as never,
	);
	expect(drawn).toBeUndefined();
	await at.command("fine");
	await until(() => at.failures.length === 4);
	expect(at.failures.toSorted()).toEqual([
		"a.ts command:bad: bad command",
		"a.ts renderer:my.note: bad drawing",
		"a.ts shortcut:ctrl+x: bad key",
		"a.ts timer: bad timer",
	]);
	expect(at.seen).toEqual(["fine"]);
	// The command counts as handled: nothing of it reaches the model.
	await using omp = await ompProject({ files: { "x.ts": source.replace('seen.push("fine")', "") } });
	const { stderr, exitCode } = await omp.run(["-e", "x.ts", "-p", "/bad"]);
	expect(stderr).toContain("bad command");
	expect(exitCode).toBe(0);
	expect(omp.model.requests).toHaveLength(0);
});
