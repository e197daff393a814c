// A chat server: each chat is a session of its own, and answers are streamed as lines of text.
//   bun chat-server.ts [port]
//   curl -d 'Hello' http://localhost:8080/chats/ada
import { type AgentSession, createAgentSession, SessionManager } from "@oh-my-pi/pi-coding-agent";

const chats = new Map<string, Promise<AgentSession>>();

function openChat(id: string): Promise<AgentSession> {
	const known = chats.get(id);
	if (known) return known;
	// Only reading: whoever can reach the port may ask, and nobody is there to approve anything.
	const opened = createAgentSession({
		sessionManager: SessionManager.inMemory(),
		toolNames: ["read", "search", "find"],
		restrictToolNames: true,
	}).then(({ session }) => session);
	chats.set(id, opened);
	return opened;
}

const server = Bun.serve({
	port: Number(process.argv[2] ?? 8080),
	hostname: "127.0.0.1",
	idleTimeout: 0,
	routes: {
		"/chats/:id": {
			async POST(request) {
				const session = await openChat(request.params.id);
				if (session.isStreaming) return new Response("This chat is busy.\n", { status: 409 });
				const text = await request.text();
				const answer = new TransformStream<string, string>();
				const writer = answer.writable.getWriter();
				const off = session.subscribe(async (event) => {
					if (event.type === "message_update" && event.assistantMessageEvent.type === "text_delta") {
						await writer.write(event.assistantMessageEvent.delta);
					}
				});
				session
					.prompt(text)
					.catch((error: Error) => writer.write(`Error: ${error.message}`))
					.finally(async () => {
						off();
						await writer.write("\n");
						await writer.close();
					});
				return new Response(answer.readable.pipeThrough(new TextEncoderStream()), {
					headers: { "content-type": "text/plain; charset=utf-8" },
				});
			},
			async DELETE(request) {
				const session = await chats.get(request.params.id);
				chats.delete(request.params.id);
				await session?.dispose();
				return new Response(null, { status: 204 });
			},
		},
	},
});
console.log(`Listening on ${server.url}`);

process.on("SIGTERM", async () => {
	await server.stop(true);
	for (const session of await Promise.all(chats.values())) await session.dispose();
	process.exit(0);
});
