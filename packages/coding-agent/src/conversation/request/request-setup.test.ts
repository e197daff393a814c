import { describe, expect, test } from "bun:test";
import { defineTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { calls, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { askTool } from "@oh-my-pi/pi-tools/ask/ask";
import type { ApprovalAnswer } from "../approval/approval-question.ts";
import type { Conversation } from "../kernel/conversation.ts";
import { clearConversation } from "../operations/clear-session.ts";
import { newSession } from "../operations/new-session.ts";
import { PromptSource } from "../prompt/prompt-source.ts";
import { testLog } from "../testing/history.ts";
import { productHooks } from "../testing/product-hooks.ts";
import { scriptedConversation } from "../testing/scripted-conversation.ts";

function tool(name: string, loadMode: "essential" | "discoverable" = "essential") {
	return defineTool({
		name,
		label: name,
		prompt: `The tool ${name}`,
		parameters: { type: "object", properties: {} },
		loadMode,
		execute: async () => ({ content: `${name} ran` }),
	});
}

const tools = [{ ...tool("read"), aliases: ["fetch"] }, tool("lsp", "discoverable"), tool("browser", "discoverable")];
type Requests = ReturnType<typeof scriptedConversation>["requests"];
const offered = (requests: Requests) => requests.map(({ context }) => context.tools?.map(({ name }) => name));
const lastResult = (requests: Requests) => {
	const last = requests.at(-1)?.context.messages.findLast(({ role }) => role === "toolResult");
	return last?.role === "toolResult"
		? last.content.map((block) => (block.type === "text" ? block.text : "")).join("")
		: "";
};

describe("hidden tools", () => {
	verifies("tools-agent:discovery:activates", async () => {
		const log = testLog();
		const product = productHooks({ tools, discovery: "all" });
		const { conversation, requests } = scriptedConversation(
			[calls({ name: "search_tool_bm25", arguments: { query: "browser" } }), says("Found it."), says("Here again.")],
			{ ...product, log },
		);
		await conversation.submit({ type: "prompt", text: "go" });
		expect(offered(requests)).toEqual([
			["read", "search_tool_bm25"],
			["read", "search_tool_bm25", "browser"],
		]);
		expect(log.context().selectedMCPToolNames).toEqual(["browser"]);

		const resumed = scriptedConversation([says("Hello.")], {
			...productHooks({ tools, discovery: "all", selected: log.context().selectedMCPToolNames }),
		});
		await resumed.conversation.submit({ type: "prompt", text: "go" });
		expect(offered(resumed.requests)).toEqual([["read", "search_tool_bm25", "browser"]]);

		await newSession(conversation);
		await conversation.submit({ type: "prompt", text: "go" });
		expect(offered(requests).at(-1)).toEqual(["read", "search_tool_bm25"]);
	});

	test("a tool named by the user is offered with the first request", async () => {
		const { conversation, requests } = scriptedConversation([says("Done.")], {
			...productHooks({ tools, discovery: "all" }),
		});
		await conversation.submit({ type: "prompt", text: "use lsp to rename it" });
		expect(offered(requests)).toEqual([["read", "search_tool_bm25", "lsp"]]);
	});

	test("a hidden tool that is called anyway runs, and the list stays as it is", async () => {
		const { conversation, requests } = scriptedConversation(
			[calls({ name: "browser", arguments: {} }), says("Done.")],
			{
				...productHooks({ tools, discovery: "all" }),
			},
		);
		await conversation.submit({ type: "prompt", text: "go" });
		expect(lastResult(requests)).toBe("browser ran");
		expect(requests[1]?.context.tools).toEqual(requests[0]?.context.tools ?? []);
	});

	test("a tool that is named later is described in a message, once, where the list is fixed", async () => {
		const { conversation, requests } = scriptedConversation([says("One."), says("Two."), says("Three.")], {
			...productHooks({ tools, discovery: "all", isFixed: () => conversation.messages.length > 2 }),
		});
		for (const text of ["go", "now use lsp", "lsp again"]) await conversation.submit({ type: "prompt", text });
		expect(new Set(requests.map(({ context }) => JSON.stringify(context.tools))).size).toBe(1);
		const notes = requests.map(({ context }) => JSON.stringify(context.messages).split("lsp: The tool lsp").length - 1);
		expect(notes).toEqual([0, 1, 1]);
	});

	test("a tool that is known and not there says why", async () => {
		const { conversation, requests } = scriptedConversation([calls({ name: "github", arguments: {} }), says("Ok.")], {
			...productHooks({ tools, whyAbsent: (name) => `${name} is switched off.` }),
		});
		await conversation.submit({ type: "prompt", text: "go" });
		expect(lastResult(requests)).toBe("github is switched off.");
	});

	test("an alias resolves to the tool's name", async () => {
		const { conversation, requests } = scriptedConversation([calls({ name: "fetch", arguments: {} }), says("Done.")], {
			...productHooks({ tools }),
		});
		await conversation.submit({ type: "prompt", text: "go" });
		expect(lastResult(requests)).toBe("read ran\n\n[The tool `fetch` is called `read` here.]");
	});

	test("host tools are added to the offered ones", async () => {
		const { conversation, requests } = scriptedConversation([says("Done.")], {
			...productHooks({ tools, discovery: "all" }),
		});
		await conversation.refresh();
		await conversation.submit({ type: "set_tools", tools: [...conversation.tools, tool("host_thing")] });
		await conversation.submit({ type: "prompt", text: "go" });
		expect(offered(requests)).toEqual([["read", "host_thing", "search_tool_bm25"]]);
	});
});

test("the system prompt is updated for tools, model and directory", async () => {
	const folder = { path: "/work" };
	const prompt = new PromptSource(
		async (cwd) => ({
			intentTracing: false,
			personality: "none",
			workstation: [],
			contextFiles: [{ path: `${cwd}/AGENTS.md`, content: "rules" }],
			deeperFiles: [],
		}),
		() => folder.path,
	);
	const { conversation, requests } = scriptedConversation(
		[says("One."), calls({ name: "lsp", arguments: {} }), says("Two."), says("Three."), says("Four.")],
		{ ...productHooks({ tools: [...tools, tool("find", "discoverable")], discovery: "all", prompt }) },
	);
	const prompts = () => requests.map(({ context }) => context.systemPrompt?.join("\n"));
	await conversation.submit({ type: "prompt", text: "go" });
	await conversation.submit({ type: "prompt", text: "go on" });
	expect(prompts()[1]).toBe(prompts()[0]);
	expect(prompts()[2]).toBe(prompts()[0]);
	const { model } = conversation;
	if (model) await conversation.submit({ type: "set_model", model: { ...model, name: "Other" } });
	await conversation.submit({ type: "prompt", text: "and on" });
	expect(prompts().at(-1)).toContain("Model: Other");
	folder.path = "/elsewhere";
	await conversation.submit({ type: "prompt", text: "here" });
	expect(prompts().at(-1)).toContain("/elsewhere/AGENTS.md");
});

describe("approvals in a conversation", () => {
	verifies("agent-loop:approval:after-start-and-queued", async () => {
		const answers: Array<(answer: ApprovalAnswer) => void> = [];
		const seen: string[] = [];
		const product = productHooks({
			tools: [{ ...tool("bash"), approval: "exec" as const }],
			approval: {
				mode: () => "always-ask",
				port: () => (question) => {
					seen.push(`asked ${question.toolCallId}`);
					return new Promise((resolve) => answers.push(resolve));
				},
			},
		});
		const { conversation, requests } = scriptedConversation(
			[calls({ name: "bash", arguments: {} }, { name: "bash", arguments: {} }), says("Done.")],
			{ ...product },
		);
		conversation.subscribe((event) => {
			if (event.type === "tool_execution_start" || event.type === "tool_execution_end") {
				seen.push(`${event.type.slice(15)} ${event.toolCallId}`);
			}
			if (event.type.startsWith("tool_approval")) seen.push(event.type.slice(14));
		});
		const run = conversation.submit({ type: "prompt", text: "go" });
		await until(() => answers.length === 1);
		answers[0]?.({ choice: "approve" });
		await until(() => answers.length === 2);
		answers[1]?.({ choice: "deny" });
		await run;
		const at = (line: string) => seen.indexOf(line);
		expect([at("start call_0") < at("requested"), at("start call_1") < at("asked call_1")]).toEqual([true, true]);
		expect(at("resolved")).toBeLessThan(at("asked call_1"));
		expect(seen.filter((line) => line.startsWith("asked"))).toEqual(["asked call_0", "asked call_1"]);
		expect(lastResult(requests)).toBe("Tool call denied by user: bash");
	});
});

test("approvals for a session end when another one starts", async () => {
	let asked = 0;
	const product = productHooks({
		tools: [{ ...tool("bash"), approval: "exec" as const }],
		approval: {
			mode: () => "write",
			port: () => async () => {
				asked++;
				return { choice: "approve-session" };
			},
		},
	});
	const call = calls({ name: "bash", arguments: {} });
	const { conversation } = scriptedConversation([call, says("a"), call, says("b"), call, says("c")], { ...product });
	await conversation.submit({ type: "prompt", text: "go" });
	await clearConversation(conversation);
	await conversation.submit({ type: "prompt", text: "go" });
	expect(asked).toBe(1);
	await newSession(conversation);
	await conversation.submit({ type: "prompt", text: "go" });
	expect(asked).toBe(2);
});

test("a canceled question ends the run without automatic follow-up", async () => {
	let conversation: Conversation | undefined;
	const ask = askTool({
		port: () => async () => ({ kind: "cancelled" }),
		timeoutSeconds: () => 0,
		stopRun: () => void conversation?.submit({ type: "abort" }),
	});
	const questions = [{ id: "db", question: "Which?", options: [{ label: "A" }, { label: "B" }] }];
	const log = testLog();
	log.appendCustomEntry("user_todo_edit", { phases: [{ name: "One", tasks: [{ content: "A", status: "pending" }] }] });
	const talk = scriptedConversation([calls({ name: "ask", arguments: { questions } })], {
		...productHooks({ tools: [ask] }),
		log,
	});
	conversation = talk.conversation;
	await conversation.submit({ type: "prompt", text: "go" });
	expect(talk.requests).toHaveLength(1);
	expect(conversation.messages.slice(-2)).toMatchObject([
		{ role: "toolResult", isError: true, content: [{ text: "Ask tool was cancelled by the user" }] },
		{ role: "assistant", stopReason: "aborted" },
	]);
	expect(talk.events.filter((event) => event.type === "todo_reminder")).toEqual([]);
});
