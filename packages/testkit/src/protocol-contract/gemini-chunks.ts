import type { ScriptedBlock, ScriptedReply, WireSpeaker } from "./speaker.ts";

/** Gemini's stream format: complete responses with some parts each, the last with a finish reason. */
export function geminiChunks(reply: ScriptedReply, options: { callIds: boolean }): object[] {
	const parts = reply.blocks.flatMap((block) => partsOf(block, options));
	const stop = { stop: "STOP", length: "MAX_TOKENS", toolUse: "STOP", refusal: "SAFETY" }[reply.stop];
	const { input = 0, output = 0, cacheRead = 0 } = reply.usage ?? {};
	const thoughts = reply.blocks.some((block) => block.kind === "thinking") ? Math.floor(output / 4) : 0;
	return [
		...parts.map((part) => chunk({ content: { parts: [part], role: "model" } })),
		{
			...chunk({ content: { parts: [{ text: "" }], role: "model" }, finishReason: stop }),
			usageMetadata: {
				promptTokenCount: input + cacheRead,
				cachedContentTokenCount: cacheRead,
				candidatesTokenCount: output - thoughts,
				...(thoughts > 0 && { thoughtsTokenCount: thoughts }),
				totalTokenCount: input + cacheRead + output,
			},
		},
	];
}

const chunk = (candidate: object) => ({
	candidates: [{ ...candidate, index: 0 }],
	modelVersion: "gemini",
	responseId: "resp_1",
});

function partsOf(block: ScriptedBlock, options: { callIds: boolean }): object[] {
	switch (block.kind) {
		case "text": {
			const middle = Math.ceil(block.text.length / 2);
			return [{ text: block.text.slice(0, middle) }, { text: block.text.slice(middle) }];
		}
		case "thinking":
			return [
				{ text: block.thinking, thought: true },
				...(block.signature ? [{ text: "", thought: true, thoughtSignature: block.signature }] : []),
			];
		case "toolCall": {
			const { id, name, arguments: args } = block;
			return [{ functionCall: { name, args, ...(options.callIds && { id }) } }];
		}
	}
}

/** Google uses CRLF line ends. */
export function geminiSse(chunks: readonly object[]): Uint8Array {
	return new TextEncoder().encode(chunks.map((data) => `data: ${JSON.stringify(data)}\r\n\r\n`).join(""));
}

/** The speaker common to Google's endpoints; `wrap` adds the endpoint's envelope. */
export function geminiSpeaker(
	own: Pick<WireSpeaker, "protocol" | "model">,
	options: { callIds: boolean; wrap?: (chunk: object) => object },
): WireSpeaker {
	const { wrap = (plain) => plain } = options;
	const sse = (chunks: readonly object[]) => geminiSse(chunks.map(wrap));
	const partial = (text: string) => chunk({ content: { parts: [{ text }], role: "model" } });
	return {
		...own,
		contentType: "text/event-stream",
		say: (reply) => sse(geminiChunks(reply, options)),
		cutOff: (text) => sse([partial(text)]),
		malformed: () => new TextEncoder().encode('data: {"candidates": [\r\n\r\n'),
		failInside: (message) => geminiSse([wrap(partial("So")), { error: { code: 503, message, status: "UNAVAILABLE" } }]),
		overflow: {
			status: 400,
			body: JSON.stringify({
				error: {
					code: 400,
					message: "The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).",
					status: "INVALID_ARGUMENT",
				},
			}),
		},
		...(!options.callIds && { lacks: { toolCallIds: true as const } }),
	};
}
