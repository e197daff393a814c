import { describe, expect, test } from "bun:test";
import type { Tool } from "../message.ts";
import type { WrittenCall } from "./parts/dialect.ts";
import type { ScannedPiece, TextScanner } from "./parts/scanner.ts";
import { dialectFor, dialects } from "./registry.ts";
import { toolsPrompt } from "./rewrite-context.ts";

const tools: Tool[] = [
	{
		name: "write",
		description: "Writes a file",
		parameters: {
			type: "object",
			properties: {
				path: { type: "string" },
				content: { type: "string" },
				mode: { type: "integer" },
				flags: { type: "array", items: { type: "string" } },
				options: { type: "object" },
			},
		},
	},
];
const calls: WrittenCall[] = [
	{
		name: "write",
		arguments: {
			path: "ü 🙂.ts",
			content: 'if (a < b) {\n\treturn "x";\n}',
			mode: 420,
			flags: ["a", "b"],
			options: { deep: true, none: null },
		},
		number: 0,
	},
	{ name: "write", arguments: { path: "12", content: "true" }, number: 1 },
	{ name: "write", arguments: {}, number: 2 },
];

/** The scanner's output for text in chunks of the given size; adjacent pieces of one kind are joined. */
function scan(scanner: TextScanner, text: string, size: number): ScannedPiece[] {
	const pieces: ScannedPiece[] = [];
	for (const [chunk] of text.matchAll(new RegExp(`[^]{1,${size}}`, "gu"))) pieces.push(...scanner.push(chunk));
	return join([...pieces, ...scanner.end()]);
}

function join(pieces: readonly ScannedPiece[]): ScannedPiece[] {
	const joined: ScannedPiece[] = [];
	for (const piece of pieces) {
		const last = joined.at(-1);
		if ((piece.type === "text" || piece.type === "thinking") && last?.type === piece.type) {
			joined[joined.length - 1] = { ...piece, text: last.text + piece.text };
		} else joined.push(piece);
	}
	return joined;
}

const found = (pieces: readonly ScannedPiece[]) =>
	pieces.flatMap((piece) =>
		piece.type === "call" ? [{ name: piece.name, arguments: JSON.parse(piece.arguments) }] : [],
	);

const sizes = [1, 2, 3, 7, 50, 10_000];

describe.each(dialects.map((dialect) => [dialect.name, dialect] as const))("dialect %s", (_, dialect) => {
	test("calls are read as they were written, wherever the text is cut", () => {
		const text = `Let me write.\n${dialect.renderCalls(calls)}`;
		for (const size of sizes) {
			const pieces = scan(dialect.scanner(tools), text, size);
			expect(found(pieces)).toEqual(calls.map(({ name, arguments: args }) => ({ name, arguments: args })));
			const texts = pieces.flatMap((piece) => (piece.type === "text" ? [piece.text] : []));
			expect(texts.join("").trim()).toBe("Let me write.");
		}
	});

	test("text that only looks like a call stays text", () => {
		const text = "Generics like Map<string, <T>>, pipes a || b, <b>bold</b>, `code`, |x| and ## headings.";
		for (const size of sizes) expect(scan(dialect.scanner(tools), text, size)).toEqual([{ type: "text", text }]);
	});

	test("a result after a call is noticed", () => {
		const [call] = calls;
		if (!call) throw new Error("no call");
		const text = dialect.renderCalls([call]) + dialect.renderResults([{ call, text: "made up", isError: false }]);
		for (const size of sizes) {
			const pieces = scan(dialect.scanner(tools), text, size);
			const kinds = pieces.filter((piece) => piece.type !== "text").map((piece) => piece.type);
			expect(kinds.slice(0, kinds.indexOf("result") + 1)).toEqual(["call", "result"]);
		}
	});

	test("a call that breaks off is told from a whole one", () => {
		const [, call] = calls;
		if (!call) throw new Error("no call");
		const whole = dialect.renderCalls([call]);
		const cut = whole.slice(0, whole.indexOf("true") + 2);
		for (const size of sizes) {
			const pieces = scan(dialect.scanner(tools), cut, size);
			expect(pieces.filter((piece) => piece.type === "call")).toEqual([]);
		}
	});

	test("what the model is told, and how a result looks", () => {
		const results = calls.slice(0, 2).map((call, index) => ({ call, text: `result ${index}`, isError: index === 1 }));
		expect(`${toolsPrompt(tools, dialect)}\n\n---\n\n${dialect.renderResults(results)}`).toMatchSnapshot();
	});
});

describe("dialects", () => {
	test.each([
		["hermes-4-405b", "hermes"],
		["qwen3-coder", "qwen3"],
		["moonshotai/Kimi-K2", "kimi"],
		["deepseek-r1", "deepseek"],
		["openai/gpt-oss-20b", "harmony"],
		["gemini-2.0-flash-lite", "gemini"],
		["gemma-3-27b-it", "gemma"],
		["MiniMax-M2", "minimax"],
		["claude-2.1", "anthropic"],
		["glm-4-9b", "glm"],
		["llama-3.1-8b", "glm"],
	])("%s is spoken to in %s", (id, name) => {
		expect(dialectFor({ id }, "auto").name).toBe(name);
	});

	test("a dialect can be chosen by name, and an unknown name is answered with the known ones", () => {
		expect(dialectFor({ id: "qwen3" }, "xml").name).toBe("xml");
		expect(() => dialectFor({ id: "qwen3" }, "klingon")).toThrow("Known: auto, native, hermes");
	});

	const named = (name: string) => dialectFor({ id: "" }, name).scanner(tools);
	const write = (args: object) => [{ name: "write", arguments: args }];

	test.each<[string, string, string, object[]]>([
		[
			"xml",
			"a wrapper of another dialect",
			'<tool_calls><invoke name="write"><parameter name="mode">7</parameter></invoke></tool_calls>',
			write({ mode: 7 }),
		],
		[
			"xml",
			"text that looks like JSON",
			'<invoke name="write"><parameter name="path">[1]</parameter></invoke>',
			write({ path: "[1]" }),
		],
		[
			"xml",
			"a parameter no schema knows",
			'<invoke name="write"><parameter name="x">{"a":1}</parameter></invoke>',
			write({ x: { a: 1 } }),
		],
		[
			"glm",
			"JSON where tags belong",
			'<tool_call>{"name":"write","arguments":{"mode":1}}</tool_call>',
			write({ mode: 1 }),
		],
		[
			"qwen3",
			"function tags",
			"<tool_call>\n<function=write>\n<parameter=path>\na\n</parameter>\n</function>\n</tool_call>",
			write({ path: "a" }),
		],
		[
			"hermes",
			"arguments as a text",
			'<tool_call>{"name":"write","arguments":"{\\"mode\\":1}"}</tool_call>',
			write({ mode: 1 }),
		],
		[
			"kimi",
			"no section and no number",
			"<|tool_call_begin|>write<|tool_call_argument_begin|>{}<|tool_call_end|>",
			write({}),
		],
		[
			"deepseek",
			"the older form",
			'<｜tool▁call▁begin｜>function<｜tool▁sep｜>write\n```json\n{"mode":1}\n```<｜tool▁call▁end｜>',
			write({ mode: 1 }),
		],
		[
			"harmony",
			"a constraint in the head",
			'<|channel|>commentary to=functions.write <|constrain|>json<|message|>{"mode":1}<|call|>',
			write({ mode: 1 }),
		],
		[
			"harmony",
			"the recipient before the channel",
			'<|start|>assistant to=functions.write<|channel|>commentary<|message|>{"mode":1}<|call|>',
			write({ mode: 1 }),
		],
		[
			"gemini",
			"a printed call",
			"```tool_code\nprint(default_api.write(path='it\\'s', mode=-1.5))\n```",
			write({ path: "it's", mode: -1.5 }),
		],
		[
			"gemini",
			"a call in several lines",
			'```tool_code\nwrite(\n  content="""a\n"b" ```\n""",\n  options={"x": [True, None]},\n)\n```',
			write({ content: 'a\n"b" ```\n', options: { x: [true, null] } }),
		],
		[
			"gemma",
			"plain quotes and blanks",
			'<|tool_call>call:write{ path: "a b", flags: [1, 2], options: { x: true } }<tool_call|>',
			write({ path: "a b", flags: [1, 2], options: { x: true } }),
		],
	])("%s also reads %s", (name, _, text, expected) => {
		for (const size of sizes) expect(found(scan(named(name), text, size))).toEqual(expected as never);
	});

	test.each([
		["xml", "<think>hm</think>so"],
		["harmony", "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>so<|return|>"],
		["gemini", "```thinking\nhm\n```so"],
		["gemma", "<|channel>thought\nhm<channel|>so"],
	])("%s tells thinking from text", (name, text) => {
		for (const size of sizes) {
			expect(scan(named(name), text, size)).toEqual([
				{ type: "thinking", text: "hm" },
				{ type: "text", text: "so" },
			]);
		}
	});
});
