import { expect, test } from "bun:test";
import { readTranscript, transcriptText } from "./transcript.ts";

const entry = (message: unknown) => JSON.stringify({ type: "message", id: "1", message });

test("readTranscript: prompts, texts, calls and results of a log; other lines and a torn one are left out", () => {
	const log = [
		JSON.stringify({ type: "session", version: 3 }),
		entry({ role: "user", content: "Do it" }),
		entry({
			role: "assistant",
			content: [
				{ type: "thinking", thinking: "Hm." },
				{ type: "text", text: "I look.\nFirst." },
				{ type: "toolCall", id: "c", name: "bash", arguments: { i: "Looking", command: "ls\n-l", all: true } },
			],
		}),
		entry({
			role: "toolResult",
			toolCallId: "c",
			content: [{ type: "text", text: Array.from({ length: 12 }, (_, n) => `line ${n}`).join("\n") }],
		}),
		entry({ role: "toolResult", toolCallId: "d", isError: true, content: [{ type: "text", text: "no such file" }] }),
		entry({ role: "assistant", content: [], errorMessage: "overloaded" }),
		entry({ role: "assistant", content: "odd" }),
		'{"type":"message","message":{"role":"assis',
	].join("\n");
	expect(transcriptText(readTranscript(log))).toBe(
		`> Do it
~ Hm.
I look.
First.
● bash command: ls -l, all: true
${Array.from({ length: 8 }, (_, n) => `  line ${n}`).join("\n")}
  … 4 more lines
! no such file
! overloaded
`,
	);
});
