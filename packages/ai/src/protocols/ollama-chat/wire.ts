export interface WireMessage {
	role: "system" | "user" | "assistant" | "tool";
	content: string;
	images?: string[];
	thinking?: string;
	tool_calls?: Array<{ function: { name: string; arguments: Record<string, unknown> } }>;
	tool_name?: string;
}

/** The relevant fields of a streamed line. */
export interface WireChunk {
	message?: {
		content?: string;
		thinking?: string;
		tool_calls?: Array<{ id?: string; function?: { name?: string; arguments?: Record<string, unknown> | string } }>;
	};
	done?: boolean;
	done_reason?: string;
	prompt_eval_count?: number;
	eval_count?: number;
	error?: string;
}
