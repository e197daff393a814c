export type WireBlock = Record<string, unknown>;

export interface WireMessage {
	role: "user" | "assistant";
	content: WireBlock[];
}

export interface WireUsage {
	inputTokens?: number;
	outputTokens?: number;
	cacheReadInputTokens?: number;
	cacheWriteInputTokens?: number;
}

export interface BlockStart {
	contentBlockIndex: number;
	start?: { toolUse?: { toolUseId: string; name: string } };
}

export interface BlockDelta {
	contentBlockIndex: number;
	delta?: {
		text?: string;
		toolUse?: { input?: string };
		reasoningContent?: { text?: string; signature?: string; redactedContent?: string };
	};
}
