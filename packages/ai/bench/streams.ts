import type { Model } from "../src/model/model.ts";

/** A long answer in one protocol's format, in frames as small as a fast model sends them. */
export interface WireStream {
	readonly model: Model;
	text(pieces: readonly string[]): Uint8Array;
	/** Absent if the protocol does not stream arguments. */
	toolArguments?(pieces: readonly string[]): Uint8Array;
}

function model(api: string, provider: string, id: string, baseUrl: string): Model {
	return {
		id,
		name: id,
		provider,
		api,
		baseUrl,
		reasoning: false,
		input: ["text"],
		cost: { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 },
		contextWindow: 1_000_000,
		maxTokens: 100_000,
	};
}

const encoder = new TextEncoder();
const sse = (frames: readonly object[]) =>
	encoder.encode(frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join(""));
const lines = (frames: readonly object[]) =>
	encoder.encode(frames.map((frame) => `${JSON.stringify(frame)}\n`).join(""));

const anthropic = (content_block: object, deltas: readonly object[]) =>
	sse([
		{ type: "message_start", message: { id: "m", usage: { input_tokens: 1 } } },
		{ type: "content_block_start", index: 0, content_block },
		...deltas.map((delta) => ({ type: "content_block_delta", index: 0, delta })),
		{ type: "content_block_stop", index: 0 },
		{ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } },
		{ type: "message_stop" },
	]);

const chat = (deltas: readonly object[]) =>
	sse([
		...deltas.map((delta) => ({ id: "c", choices: [{ index: 0, delta }] })),
		{ id: "c", choices: [{ index: 0, delta: {}, finish_reason: "stop" }], usage: {} },
	]);

const responses = (item: object, type: string, pieces: readonly string[]) =>
	sse([
		{ type: "response.created", response: { id: "r" } },
		{ type: "response.output_item.added", output_index: 0, item },
		...pieces.map((delta) => ({ type, output_index: 0, delta })),
		{ type: "response.completed", response: { id: "r", status: "completed", usage: { output_tokens: 2 } } },
	]);

const gemini = (parts: readonly object[]) =>
	sse(
		parts.map((part, index) => ({
			candidates: [
				{ content: { parts: [part], role: "model" }, ...(index === parts.length - 1 && { finishReason: "STOP" }) },
			],
		})),
	);

/** Every protocol with text framing. */
export const wireStreams: readonly WireStream[] = [
	{
		model: model("anthropic-messages", "anthropic", "claude-sonnet-4-5", "https://api.anthropic.com"),
		text: (pieces) =>
			anthropic(
				{ type: "text", text: "" },
				pieces.map((text) => ({ type: "text_delta", text })),
			),
		toolArguments: (pieces) =>
			anthropic(
				{ type: "tool_use", id: "t", name: "write", input: {} },
				pieces.map((partial_json) => ({ type: "input_json_delta", partial_json })),
			),
	},
	{
		model: model("openai-completions", "openai", "gpt-4.1", "https://api.openai.com/v1"),
		text: (pieces) => chat(pieces.map((content) => ({ content }))),
		toolArguments: (pieces) =>
			chat([
				{ tool_calls: [{ index: 0, id: "t", function: { name: "write", arguments: "" } }] },
				...pieces.map((piece) => ({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
			]),
	},
	{
		// A host whose text is scanned for leaked markup.
		model: model("openai-completions", "fireworks", "deepseek-v4-flash", "https://api.fireworks.ai/inference/v1"),
		text: (pieces) => chat(pieces.map((content) => ({ content }))),
	},
	{
		model: model("openai-responses", "openai", "gpt-4.1", "https://api.openai.com/v1"),
		text: (pieces) => responses({ type: "message", id: "m" }, "response.output_text.delta", pieces),
		toolArguments: (pieces) =>
			responses(
				{ type: "function_call", id: "f", call_id: "call_1", name: "write" },
				"response.function_call_arguments.delta",
				pieces,
			),
	},
	{
		model: model(
			"google-generative-ai",
			"google",
			"gemini-2.5-flash",
			"https://generativelanguage.googleapis.com/v1beta",
		),
		text: (pieces) => gemini(pieces.map((text) => ({ text }))),
	},
	{
		model: model("ollama-chat", "ollama-cloud", "gpt-oss:120b", "https://ollama.com"),
		text: (pieces) =>
			lines([
				...pieces.map((content) => ({ message: { role: "assistant", content }, done: false })),
				{ message: { role: "assistant", content: "" }, done: true, done_reason: "stop" },
			]),
	},
];

export function cut(text: string, size: number): string[] {
	const pieces: string[] = [];
	for (let offset = 0; offset < text.length; offset += size) pieces.push(text.slice(offset, offset + size));
	return pieces;
}
