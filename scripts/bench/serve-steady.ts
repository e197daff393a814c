import { sse } from "./sse.ts";

/** Started by scripted-process.ts; runs until it is killed. Answers with two hundred tokens a second for ten seconds. */
const tokens = 2000;
const tokenMs = 5;
const words =
	"The **parser** reads `one word` at a time and so on until the line ends here.\n\n".match(/\S+\s*/g) ?? [];

function delta(text: string): string {
	return sse({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } });
}

const usage = { input_tokens: 10, output_tokens: 5 };
const start = [
	sse({ type: "message_start", message: { id: "msg", role: "assistant", content: [], model: "m", usage } }),
	sse({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
].join("");
const end = [
	delta("\n\nThe-very-end."),
	sse({ type: "content_block_stop", index: 0 }),
	sse({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 5 } }),
	sse({ type: "message_stop" }),
].join("");

const server = Bun.serve({
	port: 0,
	hostname: "127.0.0.1",
	idleTimeout: 0,
	fetch() {
		const body = new ReadableStream<string>({
			async start(controller) {
				controller.enqueue(start);
				const startedAt = performance.now();
				for (let count = 0; count < tokens; count++) {
					// Timers are late now and then; what was missed is made up for.
					const dueMs = count * tokenMs - (performance.now() - startedAt);
					if (dueMs > 0) await Bun.sleep(dueMs);
					controller.enqueue(delta(words[count % words.length] ?? ""));
				}
				controller.enqueue(end);
				controller.close();
			},
		});
		return new Response(body, { headers: { "content-type": "text/event-stream" } });
	},
});
console.log(server.url.origin);
