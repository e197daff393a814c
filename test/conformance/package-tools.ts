import { HttpEndpoint } from "@oh-my-pi/pi-mcp/serve/http-endpoint";
import type { ServedTools } from "@oh-my-pi/pi-mcp/serve/served-client";
import type { Params } from "@oh-my-pi/pi-mcp/server/server-config";

const audio = { type: "audio", data: "UklGRiQAAABXQVZFZm10IBAAAAABAAEA", mimeType: "audio/wav" };
const resource = { type: "resource", resource: { uri: "test://embedded", mimeType: "text/plain", text: "Embedded" } };
const image = { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" };
const text = (line: string) => ({ type: "text", text: line });

const contents: Readonly<Record<string, readonly (Params & { readonly type: string })[]>> = {
	test_audio_content: [audio],
	test_embedded_resource: [resource],
	test_multiple_content_types: [text("Several"), image, resource],
};

const options = ["option1", "option2", "option3"];
const titled = [
	{ const: "value1", title: "First Option" },
	{ const: "value2", title: "Second Option" },
];
const forms: Readonly<Record<string, Params>> = {
	test_elicitation_sep1034_defaults: {
		name: { type: "string", default: "John Doe" },
		age: { type: "integer", default: 30 },
		score: { type: "number", default: 95.5 },
		status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
		verified: { type: "boolean", default: true },
	},
	test_elicitation_sep1330_enums: {
		untitledSingle: { type: "string", enum: options },
		titledSingle: { type: "string", oneOf: titled },
		legacyEnum: { type: "string", enum: ["opt1", "opt2"], enumNames: ["Option One", "Option Two"] },
		untitledMulti: { type: "array", items: { type: "string", enum: options } },
		titledMulti: { type: "array", items: { anyOf: titled } },
	},
};

const tools: ServedTools = {
	async list() {
		return [...Object.keys(contents), ...Object.keys(forms)].map((name) => ({
			name,
			description: name,
			inputSchema: { type: "object" },
		}));
	},
	async call(name, _args, { elicit, signal }) {
		const content = contents[name];
		if (content) return { content, isError: false };
		const properties = forms[name];
		if (!properties || !elicit) return undefined;
		const answer = await elicit("Please answer", { type: "object", properties }, signal);
		return { content: [text(`Elicitation completed: ${JSON.stringify(answer)}`)], isError: false };
	},
	async close() {},
};

/** A server of the package alone, with contents and forms that omp's own tools do not have. */
export function packageServer(token: string): { readonly url: string } & AsyncDisposable {
	const endpoint = new HttpEndpoint({
		identity: { name: "package", title: "Package", version: "1", instructions: "" },
		tools: () => tools,
		token,
		newId: () => crypto.randomUUID(),
		maxMessageBytes: 1_000_000,
	});
	const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: (request) => endpoint.answer(request) });
	return {
		url: `${server.url.origin}/mcp`,
		async [Symbol.asyncDispose]() {
			await endpoint.end();
			await server.stop(true);
		},
	};
}
