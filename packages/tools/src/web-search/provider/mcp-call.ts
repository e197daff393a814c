import { ask, eventsIn, ServiceError, textOf } from "../../web/api/ask-json.ts";
import type { HttpPort } from "../../web/api/http-port.ts";
import { fieldsOf, readList, textIn } from "../../web/api/json-fields.ts";

/** Calls one tool of an MCP server that keeps no session. Gives the text of its answer. */
export async function callMcpTool(
	http: HttpPort,
	server: { readonly url: string; readonly headers?: Readonly<Record<string, string>> },
	tool: { readonly name: string; readonly arguments: object },
	signal: AbortSignal,
): Promise<string> {
	const answer = await ask(http, {
		url: server.url,
		headers: { ...server.headers, accept: "application/json, text/event-stream" },
		body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: tool },
		signal,
	});
	const reply = eventsIn(textOf(answer)).findLast((event) => event.result !== undefined || event.error !== undefined);
	if (!reply) throw new ServiceError("answered without a reply");
	const { error } = reply;
	if (error !== undefined) throw new ServiceError(`failed: ${textIn(fieldsOf(error).message) ?? "no reason given"}`);
	const result = fieldsOf(reply.result);
	const text = readList(result.content)
		.map((block) => (typeof block.text === "string" ? block.text : ""))
		.join("\n");
	if (result.isError === true) throw new ServiceError(`failed: ${text.trim() || "no reason given"}`);
	return text;
}
