import { sse } from "./sse.ts";

/**
 * Started by scripted-process.ts; runs until it is killed. The first prompt starts as many sub-agents as the argument says, and each of
 * them writes ten words a second without end.
 */
const count = Number(process.argv[2]);
const wordMs = 100;
const usage = { input_tokens: 10, output_tokens: 5 };

const start = sse({ type: "message_start", message: { id: "msg", role: "assistant", content: [], model: "m", usage } });
const textStart = sse({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });

function delta(text: string): string {
	return sse({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } });
}

function end(stopReason: string): string {
	return [
		sse({ type: "content_block_stop", index: 0 }),
		sse({ type: "message_delta", delta: { stop_reason: stopReason }, usage: { output_tokens: 5 } }),
		sse({ type: "message_stop" }),
	].join("");
}

function startsAgents(): string {
	const tasks = Array.from({ length: count }, (_, index) => ({
		name: `Agent${index}`,
		task: `Look into part ${index}`,
	}));
	const block = { type: "tool_use", id: "toolu_1", name: "task", input: {} };
	const json = JSON.stringify({ i: "Delegating", context: "We look into parts.", tasks });
	return [
		start,
		sse({ type: "content_block_start", index: 0, content_block: block }),
		sse({ type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: json } }),
		end("tool_use"),
	].join("");
}

function endlessWords(signal: AbortSignal): ReadableStream<string> {
	return new ReadableStream<string>({
		async start(controller) {
			controller.enqueue(start + textStart);
			for (let word = 1; !signal.aborted; word++) {
				await Bun.sleep(wordMs);
				controller.enqueue(delta(word % 12 === 0 ? "and so\n\n" : "on "));
			}
		},
	});
}

let hasStarted = false;
const server = Bun.serve({
	port: 0,
	hostname: "127.0.0.1",
	idleTimeout: 0,
	async fetch(request) {
		const body = await request.text();
		const headers = { "content-type": "text/event-stream" };
		if (/You are `Agent\d+`/.test(body)) return new Response(endlessWords(request.signal), { headers });
		const answer = hasStarted ? start + textStart + delta("They work.") + end("end_turn") : startsAgents();
		hasStarted = true;
		return new Response(answer, { headers });
	},
});
console.log(server.url.origin);
