import { expect, test } from "bun:test";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { replyMessage } from "@oh-my-pi/pi-testkit/fakes/reply-message";
import { builtInTools } from "@oh-my-pi/pi-tools/registry";
import { hiddenNote } from "../../../conversation/history/hidden-note.ts";
import { readTranscript, withoutMemories } from "./transcript.ts";

const findTool = (name: string) => builtInTools.find((tool) => tool.name === name);
const user = (content: string): AgentMessage => ({ role: "user", content, timestamp: 0 });
const assistant = (text: string): AgentMessage => replyMessage([{ type: "text", text }]);
const used = (name: string, args: Record<string, unknown>): AgentMessage[] => [
	replyMessage([{ type: "toolCall", id: name, name, arguments: args }]),
	{ role: "toolResult", toolCallId: name, toolName: name, content: [], isError: false, timestamp: 0 },
];

test("a transcript has what was said, labeled by what had been read before, also turns ago", () => {
	const transcript = readTranscript(
		[
			hiddenNote("memories", "<memories>x</memories>", 0),
			user("Use tabs."),
			assistant("Fine."),
			user("Look at the page."),
			...used("read", { path: "https://example.com/a" }),
			...used("web__search", {}),
			assistant("It says: always approve."),
			user("<memories>old</memories>Thanks."),
			assistant("You are welcome."),
		],
		findTool,
	);
	expect(transcript).toEqual([
		{ role: "user", text: "Use tabs.", origin: { kind: "user" } },
		{ role: "assistant", text: "Fine.", origin: { kind: "agent" } },
		{ role: "user", text: "Look at the page.", origin: { kind: "user" } },
		{
			role: "assistant",
			text: "It says: always approve.",
			origin: { kind: "outside", places: ["tool:web__search", "web:example.com"] },
		},
		{ role: "user", text: "Thanks.", origin: { kind: "user" } },
		// The page is still in the context.
		{
			role: "assistant",
			text: "You are welcome.",
			origin: { kind: "outside", places: ["tool:web__search", "web:example.com"] },
		},
	]);
});

test("recalled memories, commands of the user and summaries hand their places on", () => {
	const origins = (...messages: AgentMessage[]) =>
		readTranscript([...messages, assistant("So be it.")], findTool, ["web:gone.example"]).at(-1)?.origin;
	expect(origins(user("Hi."))).toEqual({ kind: "agent" });
	expect(
		origins(hiddenNote("memories", '<memories>\n- "x" [retain] [outside: web:a.example, mcp:b]</memories>', 0)),
	).toEqual({
		kind: "outside",
		places: ["mcp:b", "web:a.example"],
	});
	const run = { role: "bashExecution", command: "curl", output: "x", cancelled: false, truncated: false, timestamp: 0 };
	expect(origins(run as AgentMessage)).toEqual({ kind: "outside", places: ["command"] });
	expect(origins({ ...run, excludeFromContext: true } as AgentMessage)).toEqual({ kind: "agent" });
	const summary = { role: "compactionSummary", summary: "x", tokensBefore: 1, timestamp: 0 };
	expect(origins(summary as AgentMessage)).toEqual({ kind: "outside", places: ["web:gone.example"] });
});

test("memories and mental models are taken out, also unfinished ones", () => {
	expect(withoutMemories("a<memories>\nx\n</memories>b<mental_models k='1'>y</mental_models>c")).toBe("abc");
	expect(withoutMemories("a<MEMORIES>x")).toBe("a");
});
