/** An event of the Anthropic protocol. */
export function sse(event: { type: string } & Record<string, unknown>): string {
	return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** A reply with one block, whole. */
export function reply(inputTokens: number, block: object, delta: object, stopReason: string): string {
	const usage = { input_tokens: inputTokens, output_tokens: 5 };
	return [
		sse({ type: "message_start", message: { id: "msg", role: "assistant", content: [], model: "m", usage } }),
		sse({ type: "content_block_start", index: 0, content_block: block }),
		sse({ type: "content_block_delta", index: 0, delta }),
		sse({ type: "content_block_stop", index: 0 }),
		sse({ type: "message_delta", delta: { stop_reason: stopReason }, usage: { output_tokens: 5 } }),
		sse({ type: "message_stop" }),
	].join("");
}

export function textReply(inputTokens: number, text: string): string {
	return reply(inputTokens, { type: "text", text: "" }, { type: "text_delta", text }, "end_turn");
}
