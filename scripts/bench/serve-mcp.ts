/** An MCP server with one tool, which answers with how long it took itself, in milliseconds. */
const tool = { name: "own_time", description: "Answers at once", inputSchema: { type: "object", properties: {} } };

function buildResult(method: string, sinceMs: number): object {
	if (method === "initialize") {
		const serverInfo = { name: "bench", version: "1" };
		return { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo };
	}
	if (method === "tools/list") return { tools: [tool] };
	return { content: [{ type: "text", text: String(performance.now() - sinceMs) }] };
}

let rest = "";
for await (const chunk of Bun.stdin.stream().pipeThrough(new TextDecoderStream())) {
	const sinceMs = performance.now();
	const lines = (rest + chunk).split("\n");
	rest = lines.pop() ?? "";
	for (const line of lines.filter(Boolean)) {
		const { id, method } = JSON.parse(line);
		if (id === undefined) continue;
		process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: buildResult(method, sinceMs) })}\n`);
	}
}
