import { crc32 } from "node:zlib";
import type { Api } from "../../message.ts";
import type { Model } from "../../model/model.ts";

/** What a server sends in one protocol, from the provider's documentation. */
export interface HostileWire {
	readonly api: Api;
	readonly model: Pick<Model, "id" | "provider">;
	readonly contentType: string;
	/** Begins a reply. */
	readonly opening: Uint8Array;
	delta(text: string): Uint8Array;
	/** Says nothing new, as often as it is sent. */
	readonly nothing: Uint8Array;
	/** The text as the payload of a frame. */
	frame(payload: string): Uint8Array;
	/** Bytes that begin a frame without end. */
	readonly endless: Uint8Array;
}

const encoder = new TextEncoder();
const bytes = (text: string) => encoder.encode(text);
const sse = (payload: unknown, event?: string) =>
	bytes(
		`${event ? `event: ${event}\n` : ""}data: ${typeof payload === "string" ? payload : JSON.stringify(payload)}\n\n`,
	);

function sseWire(wire: {
	api: Api;
	model: HostileWire["model"];
	opening: object;
	delta: (text: string) => object;
	nothing: object;
}): HostileWire {
	return {
		...wire,
		contentType: "text/event-stream",
		opening: sse(wire.opening),
		delta: (text) => sse(wire.delta(text)),
		nothing: sse(wire.nothing),
		frame: (payload) => sse(payload),
		endless: bytes("data: "),
	};
}

const responses = (api: Api, model: HostileWire["model"]) =>
	sseWire({
		api,
		model,
		opening: { type: "response.output_text.delta", output_index: 0, delta: "So" },
		delta: (delta) => ({ type: "response.output_text.delta", output_index: 0, delta }),
		nothing: { type: "response.in_progress" },
	});

const gemini = (api: Api, provider: string) => {
	const wrapped = (chunk: object) => (api === "google-gemini-cli" ? { response: chunk } : chunk);
	const text = (said: string) => wrapped({ candidates: [{ content: { parts: [{ text: said }] } }] });
	return sseWire({
		api,
		model: { id: "gemini-3-pro", provider },
		opening: text("So"),
		delta: text,
		nothing: wrapped({ candidates: [] }),
	});
};

/** One message of the AWS event stream. */
function awsEvent(type: string, payload: string): Uint8Array {
	const headers = Object.entries({ ":event-type": type, ":message-type": "event" }).map(([name, value]) => {
		const lengths = Buffer.from([7, value.length >> 8, value.length & 255]);
		return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), lengths, Buffer.from(value)]);
	});
	const head = Buffer.concat(headers);
	const body = Buffer.from(payload);
	const prelude = Buffer.alloc(12);
	prelude.writeUInt32BE(16 + head.length + body.length, 0);
	prelude.writeUInt32BE(head.length, 4);
	prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
	const message = Buffer.concat([prelude, head, body]);
	const checksum = Buffer.alloc(4);
	checksum.writeUInt32BE(crc32(message));
	return Buffer.concat([message, checksum]);
}

const bedrockDelta = (text: string) =>
	awsEvent("contentBlockDelta", JSON.stringify({ contentBlockIndex: 0, delta: { text } }));
/** A message of 4 GB is announced. */
const hugeMessage = Buffer.alloc(12);
hugeMessage.writeUInt32BE(0xffff_fff0, 0);
hugeMessage.writeUInt32BE(crc32(hugeMessage.subarray(0, 8)), 8);

const ollamaLine = (chunk: object) => bytes(`${JSON.stringify(chunk)}\n`);

export const hostileWires: readonly HostileWire[] = [
	{
		...sseWire({
			api: "anthropic-messages",
			model: { id: "claude-sonnet-4-5", provider: "anthropic" },
			opening: { type: "message_start", message: { id: "msg_1" } },
			delta: (text) => ({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } }),
			nothing: { type: "ping" },
		}),
	},
	sseWire({
		api: "openai-completions",
		model: { id: "gpt-4.1", provider: "acme" },
		opening: { choices: [{ delta: { content: "So" } }] },
		delta: (content) => ({ choices: [{ delta: { content } }] }),
		nothing: { choices: [] },
	}),
	responses("openai-responses", { id: "gpt-5", provider: "openai" }),
	responses("azure-openai-responses", { id: "gpt-5", provider: "azure-openai-responses" }),
	responses("openai-codex-responses", { id: "gpt-5-codex", provider: "openai-codex" }),
	gemini("google-generative-ai", "google"),
	gemini("google-vertex", "google-vertex"),
	gemini("google-gemini-cli", "google-gemini-cli"),
	{
		api: "bedrock-converse-stream",
		model: { id: "us.anthropic.claude-sonnet-4-5-20250929-v1:0", provider: "amazon-bedrock" },
		contentType: "application/vnd.amazon.eventstream",
		opening: bedrockDelta("So"),
		delta: bedrockDelta,
		nothing: awsEvent("messageStart", '{"role":"assistant"}'),
		frame: (payload) => awsEvent("contentBlockDelta", payload),
		endless: hugeMessage,
	},
	{
		api: "ollama-chat",
		model: { id: "llama3", provider: "ollama" },
		contentType: "application/x-ndjson",
		opening: ollamaLine({ message: { content: "So" } }),
		delta: (content) => ollamaLine({ message: { content } }),
		nothing: ollamaLine({ message: {} }),
		frame: (payload) => bytes(`${payload}\n`),
		endless: bytes('{"message":"'),
	},
];
