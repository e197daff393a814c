import { sse } from "./sse.ts";

/**
 * Started by scripted-process.ts; runs until it is killed. Answers with a megabyte of Markdown in small pieces, as quickly
 * as it is read.
 */
const section = `## Part of a long answer

The **parser** reads \`one word\` at a time; see [the notes](https://example.com/notes) for *why* it does so and what
happens when the input ends early. Each of these paragraphs is long enough to be wrapped once or twice.

- the first point, with \`code\` in it
- the second one
  - and a nested point below it

| state | input | next |
|---|---|---|
| start | letter | word |
| word | blank | start |

\`\`\`ts
export function next(state: State, input: string): State {
	if (input === " ") return "start"; // a blank ends the word
	return state === "start" ? "word" : state;
}
\`\`\`

`;
const TOTAL = 1_000_000;
const PIECE = 40;
const answer = section.repeat(Math.ceil(TOTAL / section.length)).slice(0, TOTAL);

function* events(): Generator<string> {
	const usage = { input_tokens: 10, output_tokens: 5 };
	yield sse({ type: "message_start", message: { id: "msg", role: "assistant", content: [], model: "m", usage } });
	yield sse({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
	for (let at = 0; at < answer.length; at += PIECE) {
		yield sse({
			type: "content_block_delta",
			index: 0,
			delta: { type: "text_delta", text: answer.slice(at, at + PIECE) },
		});
	}
	const end = "\n\nThe-very-end.";
	yield sse({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: end } });
	yield sse({ type: "content_block_stop", index: 0 });
	yield sse({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 5 } });
	yield sse({ type: "message_stop" });
}

const server = Bun.serve({
	port: 0,
	hostname: "127.0.0.1",
	idleTimeout: 0,
	fetch() {
		const pieces = events();
		const body = new ReadableStream<string>({
			async pull(controller) {
				// Ten pieces a millisecond: ten times as fast as the quickest models, and no faster than can be shown.
				await Bun.sleep(1);
				for (let count = 0; count < 10; count++) {
					const { value, done } = pieces.next();
					if (done) return controller.close();
					controller.enqueue(value);
				}
			},
		});
		return new Response(body, { headers: { "content-type": "text/event-stream" } });
	},
});
console.log(server.url.origin);
