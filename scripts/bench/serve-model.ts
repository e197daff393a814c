import { textReply } from "./sse.ts";

/** Started by model-process.ts; runs until it is killed. Answers as quickly as anything can, so that what is measured is not this. */
const server = Bun.serve({
	port: 0,
	hostname: "127.0.0.1",
	async fetch(request) {
		await request.text();
		const body = textReply(10, "Hello from the scripted model.");
		return new Response(body, { headers: { "content-type": "text/event-stream" } });
	},
});
console.log(server.url.origin);
