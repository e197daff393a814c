import { expect, test } from "bun:test";
import { ask, foldedOutline } from "@oh-my-pi/pi-testkit/protocol-contract/ask";
import { deliver } from "@oh-my-pi/pi-testkit/protocol-contract/deliver";
import type { WireSpeaker } from "@oh-my-pi/pi-testkit/protocol-contract/speaker";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { AssistantMessage } from "../../../message.ts";
import type { Protocol } from "../../../protocol/protocol.ts";
import { openaiCompletions } from "../protocol.ts";
import { model } from "../testing/request-fixture.ts";

/** The text in pieces of the given size, as streamed by a host. */
async function heal(text: string, pattern: string, size: number) {
	const chunks = [...text.matchAll(new RegExp(`[^]{1,${size}}`, "gu"))].map(([content]) => ({
		choices: [{ delta: { content } }],
	}));
	const all = [...chunks, { choices: [{ delta: {}, finish_reason: "stop" }] }];
	const body = all.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("");
	const speaker = {
		model: { ...model, compat: { streamMarkupHealingPattern: pattern } },
		protocol: openaiCompletions as Protocol,
	} as WireSpeaker;
	return ask(speaker, [deliver([new TextEncoder().encode(body)], { contentType: "text/event-stream" })]);
}

const read = (path: unknown) => ({
	type: "toolCall" as const,
	id: expect.any(String),
	name: "read",
	arguments: { path },
});
const kimi = (name: string, args: string) =>
	`<|tool_calls_section_begin|><|tool_call_begin|>${name}<|tool_call_argument_begin|>${args}<|tool_call_end|><|tool_calls_section_end|>`;
const dsml = (bar: string) => `<${bar}DSML${bar}tool_calls>
<${bar}DSML${bar}invoke name="read">
<${bar}DSML${bar}parameter name="path" string="true">12</${bar}DSML${bar}parameter>
</${bar}DSML${bar}invoke>
</${bar}DSML${bar}tool_calls>`;

test.each<[string, string, string, AssistantMessage["content"]]>([
	[
		"thinking tags become thinking",
		"think",
		"<think>hm, 3 < 4</think>\n\nYes: 3 < 4.",
		[
			{ type: "thinking", thinking: "hm, 3 < 4" },
			{ type: "text", text: "Yes: 3 < 4." },
		],
	],
	["a lone end of thinking goes", "think", "hm</think>yes", [{ type: "text", text: "hmyes" }]],
	["thinking that never ends is thinking", "think", "<think>hm", [{ type: "thinking", thinking: "hm" }]],
	[
		"text that only looks like a tag stays",
		"think",
		"a <thin line </thi",
		[{ type: "text", text: "a <thin line </thi" }],
	],
	[
		"Kimi's tokens become a call",
		"kimi",
		`Reading.${kimi("functions.read:0", '{"path":"a"}')}`,
		[{ type: "text", text: "Reading." }, read("a")],
	],
	[
		"a call of Kimi's without a section",
		"kimi",
		kimi("read:3", '{"path":"a"}').replace(/<\|tool_calls_section_\w+\|>/g, ""),
		[read("a")],
	],
	["DSML becomes a call", "dsml,deepseek", `Now.\n${dsml("｜")}`, [{ type: "text", text: "Now." }, read("12")]],
	["DSML with double bars", "dsml,deepseek", dsml("｜｜"), [read("12")]],
	["DSML with other bars", "dsml", dsml("‖"), [read("12")]],
	["DSML that is cut off keeps what was read", "dsml", dsml("｜").slice(0, 105), [read("12")]],
	[
		"DeepSeek's control tokens go",
		"deepseek",
		"One<｜end▁of▁sentence｜> two<｜Assistant｜>.",
		[{ type: "text", text: "One two." }],
	],
	[
		"something long between bars is no token",
		"deepseek",
		`<｜${"x".repeat(80)}｜>`,
		[{ type: "text", text: `<｜${"x".repeat(80)}｜>` }],
	],
])("leaked markup: %s, wherever the text is split", async (_, pattern, text, content) => {
	for (const size of [1, 2, 3, 5, 7, 1000]) {
		const { message } = await heal(text, pattern, size);
		expect(message.content).toEqual(content);
		expect(message.stopReason).toBe(content.some((block) => block.type === "toolCall") ? "toolUse" : "stop");
	}
});

verifies("ai-streaming:chat:markup-healing", async () => {
	const text = `<think>hm</think>a${kimi("read:0", "{}")}b<｜end▁of▁sentence｜>\n${dsml("｜")}`;
	const { events, message } = await heal(text, "think,kimi,dsml,deepseek", 4);
	expect(foldedOutline(events)).toEqual([
		"start",
		"thinking_start 0",
		"thinking_delta 0",
		"thinking_end 0 hm",
		"text_start 1",
		"text_delta 1",
		"text_end 1 a",
		"toolcall_start 2",
		"toolcall_delta 2",
		"toolcall_end 2 read {}",
		"text_start 3",
		"text_delta 3",
		"text_end 3 b",
		"toolcall_start 4",
		"toolcall_delta 4",
		'toolcall_end 4 read {"path":"12"}',
		"done toolUse",
	]);
	const ids = message.content.flatMap((block) => (block.type === "toolCall" ? [block.id] : []));
	expect(new Set(ids).size).toBe(2);
});

test("leaked markup: a host without leaks is not scanned", async () => {
	const body = `data: ${JSON.stringify({ choices: [{ delta: { content: "<think>" }, finish_reason: "stop" }] })}\n\n`;
	const speaker = { model, protocol: openaiCompletions as Protocol } as WireSpeaker;
	const { message } = await ask(speaker, [
		deliver([new TextEncoder().encode(body)], { contentType: "text/event-stream" }),
	]);
	expect(message.content).toEqual([{ type: "text", text: "<think>" }]);
});
