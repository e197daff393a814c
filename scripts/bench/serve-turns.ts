import { reply, textReply } from "./sse.ts";

/**
 * Started by turns-model.ts; runs until it is killed. Answers with a call of `read` by turns and with a word after every
 * so many, as quickly as anything can, so that what is measured is not this.
 */
const callsPerPrompt = Number(process.argv[2]);

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
			? reply(
					tokens,
					{ type: "tool_use", id: `toolu_${asked}`, name: "read", input: {} },
					{ type: "input_json_delta", partial_json: JSON.stringify(args) },
					"tool_use",
				)
			: textReply(tokens, "Done with that.");
		return new Response(text, { headers: { "content-type": "text/event-stream" } });
	},
});
console.log(server.url.origin);
