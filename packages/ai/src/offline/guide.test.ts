import { describe, expect, test } from "bun:test";
import { joinText, type Message, type Tool } from "../message.ts";
import { offline } from "../providers/offline.ts";
import { offlineGuide } from "./guide.ts";
import { understand } from "./request.ts";

test.each([
	["list the files here", { kind: "list", folder: "." }],
	["List files in src/app.", { kind: "list", folder: "src/app" }],
	["please show me the files", { kind: "list", folder: "." }],
	["what files are here?", { kind: "list", folder: "." }],
	["ls packages", { kind: "list", folder: "packages" }],
	["read README.md", { kind: "read", path: "README.md" }],
	["show src/main.ts", { kind: "read", path: "src/main.ts" }],
	["can you open the file a.txt?", { kind: "read", path: "a.txt" }],
	["search TODO", { kind: "search", text: "TODO", folder: "." }],
	['search for "two words" in src', { kind: "search", text: "two words", folder: "src" }],
	["find *.ts", { kind: "find", pattern: "*.ts" }],
	["find files named config", { kind: "find", pattern: "config" }],
	["run npm test", { kind: "run", command: "npm test" }],
	["run: echo hi", { kind: "run", command: "echo hi" }],
	["create notes.txt with Hello, world", { kind: "create", path: "notes.txt", text: "Hello, world" }],
	["replace hello with good bye in a.txt", { kind: "replace", from: "hello", to: "good bye", path: "a.txt" }],
	["what can you do?", { kind: "help" }],
	["why is the sky blue", { kind: "unknown" }],
] as const)("the guide understands %p", (text, expected) => {
	expect(understand(text)).toEqual(expected);
});

const tools: Tool[] = ["read", "bash"].map((name) => ({
	name,
	description: "",
	parameters: { type: "object", properties: {} },
}));

async function ask(messages: Message[], offered = tools) {
	const [model] = (await offline.models?.()) ?? [];
	if (!model) throw new Error("no offline model");
	return offlineGuide(() => 0)(model, { messages, tools: offered }).result();
}

const user = (content: string): Message => ({ role: "user", content, timestamp: 0 });

describe("offline guide", () => {
	test("converts a request into a tool call", async () => {
		const message = await ask([user("<system-reminder>Today is a day.</system-reminder>list the files here")]);
		expect(message.stopReason).toBe("toolUse");
		expect(message.content).toEqual([{ type: "toolCall", id: "offline_1", name: "read", arguments: { path: "." } }]);
	});

	test("reports the tool's result", async () => {
		const result: Message = {
			role: "toolResult",
			toolCallId: "offline_1",
			toolName: "read",
			content: [{ type: "text", text: "a.txt\nb.txt\n" }],
			isError: false,
			timestamp: 0,
		};
		const message = await ask([user("list files"), result]);
		expect(joinText(message.content)).toBe("```\na.txt\nb.txt\n```");
		const failed = await ask([user("list files"), { ...result, isError: true }]);
		expect(joinText(failed.content)).toStartWith("The read tool reported a problem:");
	});

	test("explains itself when it does not understand", async () => {
		const text = joinText((await ask([user("write me a compiler for Lua in OCaml")])).content);
		expect(text).toContain("not a language model");
		expect(text).toContain("type `/login`");
		expect(text).toContain("ANTHROPIC_API_KEY");
	});

	test("says so when the required tool is not available", async () => {
		expect(joinText((await ask([user("run ls")], [])).content)).toContain("not offered in this session");
	});

	test("uses dedicated tools if available", async () => {
		const offered: Tool[] = ["search", "find", "write"].map((name) => ({ name, description: "", parameters: {} }));
		const called = async (text: string) => (await ask([user(text)], offered)).content[0];
		expect(await called("search TODO")).toMatchObject({ name: "search", arguments: { pattern: "TODO", path: "." } });
		expect(await called("find *.md")).toMatchObject({ name: "find", arguments: { path: "*.md" } });
		expect(await called("create a.txt with x")).toMatchObject({ name: "write", arguments: { content: "x\n" } });
	});
});
