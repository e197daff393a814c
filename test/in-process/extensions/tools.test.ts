import { describe, expect } from "bun:test";
import { calls, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { extendedSession } from "./extended-session.ts";

describe("tools of extensions", () => {
	verifies("extensions:tool:register", async () => {
		const source = `
			import { Type } from "@sinclair/typebox";
			const execute = async (id, params, signal, onUpdate, ctx) => {
				onUpdate({ content: [{ type: "text", text: "half" }] });
				seen.push([params, ctx.cwd.endsWith("project")]);
				return { content: [{ type: "text", text: "did " + JSON.stringify(params) }], details: { id } };
			};
			export default (pi) => {
				const { z } = pi.zod;
				const zod = z.object({ count: z.number().int().min(1).describe("How often"), name: z.string().optional() });
				pi.registerTool({ name: "by_zod", description: "Z", parameters: zod, execute });
				pi.registerTool({ name: "by_typebox", description: "T", execute,
					parameters: Type.Object({ kind: Type.Optional(Type.String()), n: Type.Number() }) });
				pi.registerTool({ name: "by_arktype", description: "A", execute,
					parameters: pi.arktype.type({ mode: "'fast' | 'slow'", "times?": "number > 0" }) });
				pi.registerTool({ name: "by_json", description: "J", execute,
					parameters: { type: "object", properties: { x: { type: "string" } }, required: ["x"] } });
			};`;
		const answers = [
			calls(
				{ name: "by_zod", arguments: { count: 2 } },
				{ name: "by_typebox", arguments: { n: 1 } },
				{ name: "by_arktype", arguments: { mode: "fast" } },
				{ name: "by_arktype", arguments: { mode: "never" } },
				{ name: "by_json", arguments: {} },
			),
			says("ok"),
		];
		await using at = await extendedSession({ "a.ts": source }, { answers });
		await at.prompt("go");
		expect(at.offered()[0]).toEqual(expect.arrayContaining(["by_zod", "by_typebox", "by_json", "read"]));
		const zod = at.requests[0]?.context.tools?.find(({ name }) => name === "by_zod");
		expect(zod?.parameters).toMatchObject({
			type: "object",
			properties: { count: { type: "integer", minimum: 1, description: "How often" } },
			required: expect.arrayContaining(["count"]),
		});
		expect(at.seen).toEqual([
			[{ count: 2 }, true],
			[{ n: 1 }, true],
			[{ mode: "fast" }, true],
		]);
		expect(at.sent()[1]).toContain('did {\\\\\\"count\\\\\\":2}'.replaceAll("\\\\\\", "\\"));
		expect(at.sent()[1]).toContain('Validation failed for tool \\"by_arktype\\":');
		expect(at.sent()[1]).toContain('Validation failed for tool \\"by_json\\":');
	});

	verifies("extensions:tool:thrown-error", async () => {
		const source = `export default (pi) => pi.registerTool({ name: "broken", description: "B",
			parameters: pi.typebox.Type.Object({}), execute: async () => { throw new Error("it broke"); } });`;
		await using at = await extendedSession(
			{ "a.ts": source },
			{ answers: [calls({ name: "broken", arguments: {} }), says("ok")] },
		);
		await at.prompt("go");
		expect(at.requests[1]?.context.messages.at(-1)).toMatchObject({ role: "toolResult", isError: true });
		expect(at.sent()[1]).toContain("it broke");
	});

	verifies("extensions:tool:replace-builtin", async () => {
		const tool = (text: string) => `export default (pi) => pi.registerTool({ name: "read", description: "${text}",
			parameters: { type: "object", properties: { path: { type: "string" } } }, approval: "read",
			execute: async () => ({ content: [{ type: "text", text: "${text}" }] }) });`;
		const answers = [calls({ name: "read", arguments: { path: "a.txt" } }), says("ok"), says("ok")];
		await using at = await extendedSession({ "a.ts": tool("first"), "b.ts": tool("second") }, { answers });
		await at.prompt("go");
		expect(at.sent()[1]).toContain("second");
		expect(at.offered()[0]?.filter((name) => name === "read")).toHaveLength(1);
		at.extensions.unload();
		await at.prompt("go");
		const [read] = at.requests.at(-1)?.context.tools?.filter(({ name }) => name === "read") ?? [];
		expect(read?.description).not.toBe("second");
	});

	verifies("extensions:tool:active-at-start", async () => {
		const source = `export default (pi) => {
			const rest = { description: "x", parameters: { type: "object" }, execute: async () => ({ content: [] }) };
			const narrow = (point) => {
				seen.push([point, pi.getActiveTools().filter((name) => name.startsWith("mine_")), pi.getActiveTools().includes("read")]);
				return pi.setActiveTools(pi.getActiveTools().filter((name) => name !== "todo"));
			};
			pi.registerTool({ name: "mine_first", ...rest });
			pi.on("session_start", async () => {
				pi.registerTool({ name: "mine_second", ...rest });
				await narrow("start");
			});
			pi.on("before_agent_start", async () => {
				pi.registerTool({ name: "mine_third", ...rest });
				await narrow("before");
			});
			pi.on("agent_end", () => pi.registerTool({ name: "mine_fourth", ...rest }));
		};`;
		await using at = await extendedSession({ "a.ts": source }, { answers: [says("A."), says("B.")] });
		await at.prompt("one");
		await at.prompt("two");
		const first = ["mine_first", "mine_second", "mine_third"];
		expect(at.seen).toEqual([
			["start", first.slice(0, 2), true],
			["before", first, true],
			["before", [...first, "mine_fourth"], true],
		]);
		for (const [index, names] of [first, [...first, "mine_fourth"]].entries()) {
			const offered = at.offered()[index] ?? [];
			expect(offered.filter((name) => name.startsWith("mine_"))).toEqual(names);
			expect([offered.includes("read"), offered.includes("todo")]).toEqual([true, false]);
		}
		expect(at.failures).toEqual([]);
	});

	verifies("extensions:tool:narrowing-keeps-search", async () => {
		const source = `export default (pi) => {
			pi.registerTool({ name: "mine", description: "x", parameters: { type: "object" }, execute: async () => ({ content: [] }) });
			pi.on("before_agent_start", () => pi.setActiveTools(pi.getActiveTools()));
		};`;
		const config = "tools: { approvalMode: yolo, discoveryMode: all }\n";
		await using at = await extendedSession({ "a.ts": source }, { answers: [says("A."), says("B.")], config });
		await at.prompt("one");
		await at.prompt("two");
		for (const offered of at.offered()) expect(offered).toContain("search_tool_bm25");
		expect(at.offered()[1]).toEqual(at.offered()[0]);
	});

	verifies("extensions:tool:load-modes", async () => {
		const source = `export default (pi) => {
			const rest = { description: "x", parameters: { type: "object" }, execute: async () => ({ content: [] }) };
			pi.registerTool({ name: "secret", hidden: true, ...rest });
			pi.registerTool({ name: "later", defaultInactive: true, ...rest });
			pi.registerTool({ name: "always", loadMode: "essential", ...rest });
			pi.registerTool({ name: "findable", strict: true, ...rest });
			pi.registerCommand("go", { handler: async (args) => {
				seen.push(pi.getAllTools().filter(({ sourceInfo }) => sourceInfo.source === "extension").map(({ name }) => name));
				await pi.setActiveTools(args.split(" "));
				seen.push(pi.getActiveTools());
			} });
		};`;
		const own = (names: readonly string[] = []) =>
			names.filter((name) => /^(secret|later|always|findable)$/.test(name));
		{
			await using at = await extendedSession({ "a.ts": source }, { answers: [says("A."), says("B."), says("C.")] });
			await at.prompt("one");
			expect(own(at.offered()[0])).toEqual(["always", "findable"]);
			expect(at.requests[0]?.context.tools?.find(({ name }) => name === "findable")?.strict).toBe(true);
			await at.command("go", "later read");
			await at.prompt("two");
			expect(at.offered()[1]?.toSorted()).toEqual(["later", "read"]);
			await at.command("go", "secret read");
			await at.prompt("three");
			expect(at.offered()[2]?.toSorted()).toEqual(["read", "secret"]);
			// A hidden tool is not listed, one that waits is.
			expect(at.seen[0]).toEqual(["always", "findable", "later"]);
			expect(at.failures).toEqual([]);
		}
		{
			const search = calls({ name: "search_tool_bm25", arguments: { query: "findable" } });
			const config = "tools: { approvalMode: yolo, discoveryMode: all }\n";
			await using at = await extendedSession({ "a.ts": source }, { answers: [search, says("A.")], config });
			await at.prompt("look for it");
			expect(own(at.offered()[0])).toEqual(["always"]);
			expect(own(at.offered()[1])).toEqual(["always", "findable"]);
		}
		{
			const names = "secret,read";
			await using omp = await ompProject({ replies: [text("A."), text("B.")], files: { "x.ts": source } });
			const { stderr } = await omp.run(["-e", "x.ts", "--tools", names, "-p", "hi"]);
			expect(stderr).toBe("");
			const offered = JSON.stringify(omp.model.requests[0]?.tools);
			expect(offered).toContain('"secret"');
			expect(offered).not.toContain('"bash"');
			const unknown = await omp.run(["-e", "x.ts", "--tools", "nobody", "-p", "hi"]);
			expect(unknown.stderr).toContain("Unknown tool in --tools: nobody");
		}
	});

	verifies("extensions:context:invoke-native", async () => {
		const source = `export default (pi) => {
			pi.registerTool({ name: "read", description: "R", approval: "exec", parameters: { type: "object", properties: { path: { type: "string" } } },
				async execute(id, params, signal, onUpdate, ctx) {
					const { content } = await ctx.invokeTool({ path: params.path });
					const refused = await ctx.invokeTool({ nothing: 1 }).catch((error) => error.message);
					seen.push(refused.split("\\n")[0]);
					return { content: [{ type: "text", text: "<" + content[0].text + ">" }] };
				} });
			pi.registerTool({ name: "own", description: "O", parameters: { type: "object" },
				async execute(id, params, signal, onUpdate, ctx) { seen.push(typeof ctx.invokeTool); return { content: [] }; } });
			pi.on("tool_approval_requested", (event) => { seen.push("asked " + event.toolName); });
		};`;
		const answers = [calls({ name: "read", arguments: { path: "a.txt" } }, { name: "own", arguments: {} }), says("ok")];
		const config = "tools: { approvalMode: write }\n";
		await using at = await extendedSession({ "a.ts": source }, { answers, config });
		at.session.frontEnd.connect({ approve: async () => ({ choice: "approve" }) });
		await at.prompt("go");
		const [result] = at.requests[1]?.context.messages.filter(({ role }) => role === "toolResult") ?? [];
		expect(JSON.stringify(result)).toMatch(/<.*alpha/);
		expect(at.seen.toSorted()).toEqual(['Validation failed for tool "read":', "asked own", "asked read", "undefined"]);
	});

	verifies("extensions:tool:intent-stripped", async () => {
		const source = `export default (pi) => {
			const execute = async (id, params) => { seen.push(params); return { content: [] }; };
			pi.registerTool({ name: "plain", description: "P", parameters: { type: "object", properties: { x: { type: "number" } } }, execute });
			pi.registerTool({ name: "own_i", description: "I", parameters: { type: "object", properties: { i: { type: "string" } } }, execute });
			pi.on("tool_execution_start", (event) => { seen.push([event.toolName, event.args, event.intent]); });
		};`;
		const answers = [
			calls({ name: "plain", arguments: { i: "Count", x: 1 } }, { name: "own_i", arguments: { i: "mine" } }),
			says("ok"),
		];
		await using at = await extendedSession({ "a.ts": source }, { answers });
		await at.prompt("go");
		expect(at.seen).toHaveLength(4);
		expect(at.seen).toContainEqual({ x: 1 });
		expect(at.seen).toContainEqual({ i: "mine" });
		expect(at.seen).toContainEqual(["plain", { x: 1 }, "Count"]);
		expect(at.seen).toContainEqual(["own_i", { i: "mine" }, undefined]);
	});

	verifies("extensions:tool:wrap-order", async () => {
		const source = `export default (pi) => {
			pi.on("tool_call", (event) => { seen.push("call"); });
			pi.on("tool_result", (event) => { seen.push("result " + event.isError + " " + event.content[0].text); });
			pi.registerTool({ name: "mine", description: "M", parameters: { type: "object", properties: { x: { type: "string" } } },
				approval: (args) => { seen.push("approval " + args.x); return "exec"; },
				formatApprovalDetails: (args) => "x is " + args.x,
				execute: async () => { seen.push("run"); return { content: [{ type: "text", text: "ran" }] }; } });
		};`;
		const call = (name: string, args: Record<string, unknown>) => calls({ name, arguments: args });
		const answers = [
			call("mine", { x: "yes", y: 1 }),
			says("ok"),
			call("mine", { x: "no" }),
			says("ok"),
			call("bash", { command: "echo built-in" }),
			says("ok"),
		];
		const config = "tools: { approvalMode: always-ask }\n";
		await using at = await extendedSession({ "a.ts": source }, { answers, config });
		at.session.frontEnd.connect({
			approve: async ({ details }) => {
				at.seen.push(`asked ${details.join()}`);
				return { choice: details.includes("x is no") ? "deny" : "approve" };
			},
		});
		await at.prompt("one");
		// The notice about an unknown argument is inside: interception sees it.
		expect(at.seen[0]).toBe("call");
		expect(at.seen.slice(-3)).toEqual(["asked x is yes", "run", expect.stringMatching(/^result false ran/)]);
		at.seen.length = 0;
		await at.prompt("two");
		expect(at.seen[0]).toBe("call");
		expect(at.seen).not.toContain("run");
		expect(at.seen.at(-1)).toMatch(/^result true /);
		at.seen.length = 0;
		await at.prompt("three");
		expect(at.seen.filter((line) => line === "call")).toHaveLength(1);
		expect(at.seen.at(-1)).toMatch(/^result false built-in/);
	});

	verifies("extensions:tool:on-session", async () => {
		const source = `export default (pi) => {
			const rest = { description: "x", parameters: { type: "object" }, execute: async () => ({ content: [] }) };
			pi.registerTool({ name: "one", ...rest, onSession: (event, ctx) => { seen.push([event.reason, event.previousSessionFile !== undefined, ctx.mode]); } });
			pi.registerTool({ name: "bad", ...rest, onSession: () => { throw new Error("not me"); } });
			pi.registerCommand("go", { handler: async (_args, ctx) => {
				const user = ctx.sessionManager.getBranch().find((entry) => entry.message?.role === "user").id;
				await ctx.navigateTree(user);
				await ctx.branch(user);
				await ctx.newSession();
			} });
		};`;
		const at = await extendedSession({ "a.ts": source }, { answers: [says("A.")] });
		await at.prompt("hi");
		await at.command("go");
		await at[Symbol.asyncDispose]();
		expect(at.seen).toEqual([
			["start", false, "rpc"],
			["tree", false, "rpc"],
			["branch", true, "rpc"],
			["switch", true, "rpc"],
			["shutdown", false, "rpc"],
		]);
		expect(at.failures).toEqual(["a.ts tool:bad: not me"]);
	});

	verifies("extensions:tool-call:revise", async () => {
		const revise = (path: unknown) => `export default (pi) => {
			pi.on("tool_call", (event) => { seen.push(event.input.command); event.input.command = "spoiled"; return { input: { command: ${JSON.stringify(path)} } }; });
		};`;
		const watch = `export default (pi) => {
			pi.on("message_end", (event) => { if (event.message.role === "assistant") for (const block of event.message.content) if (block.type === "toolCall") seen.push(["message", block.arguments.command]); });
			pi.on("tool_execution_start", (event) => { seen.push(["start", event.args.command]); });
		};`;
		const answers = [calls({ name: "bash", arguments: { command: "cat x.txt" } }), says("ok")];
		{
			const sources = { "a.ts": revise("cat b.txt"), "b.ts": revise("cat a.txt"), "c.ts": watch };
			await using at = await extendedSession(sources, {
				answers,
				config: "tools: { approvalMode: always-ask }\n",
			});
			at.session.frontEnd.connect({
				approve: async ({ details }) => {
					at.seen.push(["approval", details.join().includes("cat a.txt")]);
					return { choice: "approve" };
				},
			});
			await at.prompt("read");
			// The last revision counts, and nobody sees another's.
			expect(at.seen).toEqual([
				"cat x.txt",
				"cat x.txt",
				["message", "cat a.txt"],
				["start", "cat a.txt"],
				["approval", true],
			]);
			expect(at.sent()[1]).toContain("alpha");
			const logged = at.session.log.path().flatMap(({ id }) => JSON.stringify(at.session.log.findEntry(id)));
			expect(logged.join("")).not.toContain("x.txt");
		}
		{
			await using at = await extendedSession({ "a.ts": revise({ not: "a path" }) }, { answers });
			await at.prompt("read");
			expect(at.sent()[1]).toContain("Validation failed for tool");
		}
	});
});
