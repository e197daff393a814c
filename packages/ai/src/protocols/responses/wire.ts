export interface WireUsage {
	input_tokens?: number | null;
	output_tokens?: number | null;
	input_tokens_details?: { cached_tokens?: number | null; cache_write_tokens?: number | null } | null;
	output_tokens_details?: { reasoning_tokens?: number | null } | null;
}

interface TextPart {
	type?: string;
	text?: string | null;
	refusal?: string | null;
}

export interface ReasoningItem {
	type: "reasoning";
	id?: string;
	summary?: readonly TextPart[] | null;
	content?: readonly TextPart[] | null;
	encrypted_content?: string | null;
}

export interface MessageItem {
	type: "message";
	id?: string;
	content?: readonly TextPart[] | null;
	phase?: string | null;
}

export interface CallItem {
	type: "function_call" | "custom_tool_call";
	id?: string;
	call_id?: string;
	name?: string;
	arguments?: string | null;
	input?: string | null;
}

/** An item of the answer; other types are ignored. */
export type OutputItem = ReasoningItem | MessageItem | CallItem | { type: "other"; id?: string };

export interface WireError {
	code?: string | null;
	type?: string | null;
	message?: string | null;
}

export interface WireResponse {
	id?: string;
	status?: string;
	service_tier?: string | null;
	usage?: WireUsage | null;
	output?: readonly OutputItem[] | null;
	error?: WireError | null;
	incomplete_details?: { reason?: string | null } | null;
}

/** The item that an event belongs to. */
export interface Address {
	output_index?: number;
	item_id?: string;
	call_id?: string;
}

export type StreamEvent = Address &
	(
		| { type: "response.output_item.added" | "response.output_item.done"; item: OutputItem }
		| { type: "response.reasoning_summary_part.added" }
		| {
				type:
					| "response.reasoning_summary_text.delta"
					| "response.reasoning_text.delta"
					| "response.output_text.delta"
					| "response.refusal.delta"
					| "response.function_call_arguments.delta"
					| "response.custom_tool_call_input.delta";
				delta?: string;
		  }
		| { type: "response.function_call_arguments.done"; arguments?: string }
		| { type: "response.custom_tool_call_input.done"; input?: string }
		| { type: "response.output_text.done"; text?: string }
		| {
				type:
					| "response.created"
					| "response.completed"
					| "response.done"
					| "response.incomplete"
					| "response.failed"
					| "response.cancelled";
				response: WireResponse;
		  }
		| ({ type: "error"; error?: WireError } & WireError)
		| { type: "keepalive" }
	);
