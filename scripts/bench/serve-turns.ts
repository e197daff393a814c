/**
 * Started by turns-model.ts; runs until it is killed. Answers with a call of `read` by turns and with a word after every
 * so many, as quickly as anything can, so that what is measured is not this.
 */
const callsPerPrompt = Number(process.argv[2]);

function sse(event: { type: string } & Record<string, unknown>): string {
	return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function answer(inputTokens: number, block: object, delta: object, stopReason: string): string {
	const usage = { input_tokens: inputTokens, output_tokens: 5 };
	return [
		sse({ type: "message_start", message: { id: "msg", role: "assistant", content: [], model: "turns", usage } }),
		sse({ type: "content_block_start", index: 0, content_block: block }),
		sse({ type: "content_block_delta", index: 0, delta }),
		sse({ type: "content_block_stop", index: 0 }),
		sse({ type: "message_delta", delta: { stop_reason: stopReason }, usage: { output_tokens: 5 } }),
		sse({ type: "message_stop" }),
	].join("");
}

let asked = 0;
const server = Bun.serve({
	port: 0,
	hostname: "127.0.0.1",
	async fetch(request) {
		const body = await request.text();
		const tokens = Math.ceil(body.length / 4);
		// Whoever wants a summary offers no tools.
		const isAside = !body.includes('"tools":[');
		const isCall = !isAside && asked++ % (callsPerPrompt + 1) < callsPerPrompt;
		const args = { i: "look", path: `note-${asked % 1000}.txt` };
		const text = isCall
			? answer(
					tokens,
					{ type: "tool_use", id: `toolu_${asked}`, name: "read", input: {} },
					{ type: "input_json_delta", partial_json: JSON.stringify(args) },
					"tool_use",
				)
			: answer(tokens, { type: "text", text: "" }, { type: "text_delta", text: "Done with that." }, "end_turn");
		return new Response(text, { headers: { "content-type": "text/event-stream" } });
	},
});
console.log(server.url.origin);
