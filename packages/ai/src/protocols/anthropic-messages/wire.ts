export interface WireUsage {
	input_tokens?: number | null;
	output_tokens?: number | null;
	cache_read_input_tokens?: number | null;
	cache_creation_input_tokens?: number | null;
	speed?: string;
}

type ContentBlock =
	| { type: "text"; text?: string }
	| { type: "thinking"; thinking?: string }
	| { type: "redacted_thinking"; data: string }
	| { type: "tool_use"; id: string; name: string; input?: Record<string, unknown> };

type Delta =
	| { type: "text_delta"; text: string }
	| { type: "thinking_delta"; thinking: string }
	| { type: "signature_delta"; signature: string }
	| { type: "input_json_delta"; partial_json: string };

/** The events of a streamed message, as far as they concern us; others are passed over. */
export type StreamEvent =
	| { type: "ping" }
	| { type: "error"; error: { type?: string; message?: string } }
	| { type: "message_start"; message: { id?: string; usage?: WireUsage } }
	| { type: "content_block_start"; index: number; content_block: ContentBlock }
	| { type: "content_block_delta"; index: number; delta: Delta }
	| { type: "content_block_stop"; index: number }
	| { type: "message_delta"; delta: { stop_reason?: string | null }; usage?: WireUsage }
	| { type: "message_stop" };
