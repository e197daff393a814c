import { expect } from "bun:test";
import { ask } from "@oh-my-pi/pi-testkit/protocol-contract/ask";
import { cutEvery, deliver } from "@oh-my-pi/pi-testkit/protocol-contract/deliver";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Protocol } from "../../protocol/protocol.ts";
import { anthropicSpeaker } from "../../protocols/anthropic-messages/testing/speaker.ts";
import { openaiCompletions } from "../../protocols/openai-completions/protocol.ts";
import { sseReader } from "./sse.ts";

function read(text: string, pieceBytes = 1_000_000) {
	const reader = sseReader();
	const pieces = cutEvery(new TextEncoder().encode(text), pieceBytes);
	return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}

verifies("ai-streaming:http:sse-robust", async () => {
	const wire = [
		": keep-alive",
		"",
		"id: 7",
		"event: note",
		"data: {",
		'data:  "a": "ü 列 🙂"',
		"data: }",
		"",
		"retry: 10",
		"data:bare\r",
		"\r",
		"data: last, without a line end",
	].join("\n");
	const frames = [
		{ event: "note", data: '{\n "a": "ü 列 🙂"\n}' },
		{ event: undefined, data: "bare" },
		{ event: undefined, data: "last, without a line end" },
	];
	for (const pieceBytes of [1, 2, 3, 5, 1000]) expect(read(wire, pieceBytes)).toEqual(frames);

	const chat = {
		...anthropicSpeaker,
		protocol: openaiCompletions as Protocol,
		model: { ...anthropicSpeaker.model, provider: "acme", api: "openai-completions", baseUrl: "https://acme.example" },
	};
	const chunk = (fields: object) => `data: ${JSON.stringify({ choices: [{ index: 0, ...fields }] })}\n\n`;
	const hear = (text: string) =>
		ask(chat, [() => deliver([new TextEncoder().encode(text)], { contentType: "text/event-stream" })]);
	const ending = chunk({ delta: {}, finish_reason: "stop" });
	const whole = await hear(
		`${chunk({ delta: { content: "Hi" } })}${ending}data: [DONE]\n\n${chunk({ delta: { content: "!" } })}`,
	);
	expect(whole.message).toMatchObject({ stopReason: "stop", content: [{ type: "text", text: "Hi" }] });
	const broken = await hear(`${chunk({ delta: { content: "Hi" } })}data: {"choices": [\n\n`);
	expect(broken.message).toMatchObject({
		stopReason: "error",
		errorMessage: 'The stream contained invalid JSON: {"choices": [',
		content: [{ type: "text", text: "Hi" }],
	});
});
