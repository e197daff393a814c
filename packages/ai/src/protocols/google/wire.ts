export interface WirePart {
	text?: string;
	thought?: boolean;
	thoughtSignature?: string;
	functionCall?: { id?: string; name: string; args?: Record<string, unknown> };
	functionResponse?: {
		id?: string;
		name: string;
		response: Record<string, unknown>;
		parts?: WirePart[];
	};
	inlineData?: { mimeType: string; data: string };
}

export interface WireContent {
	role: "user" | "model";
	parts: WirePart[];
}

export interface WireUsage {
	promptTokenCount?: number;
	candidatesTokenCount?: number;
	thoughtsTokenCount?: number;
	cachedContentTokenCount?: number;
	/** The served tier, on the Gemini API and on Vertex. */
	serviceTier?: string;
	trafficType?: string;
}

/** The relevant fields of a streamed chunk. */
export interface WireChunk {
	responseId?: string;
	candidates?: Array<{
		content?: { parts?: WirePart[] };
		finishReason?: string;
		finishMessage?: string;
	}>;
	promptFeedback?: { blockReason?: string; blockReasonMessage?: string };
	usageMetadata?: WireUsage;
	error?: { code?: number; message?: string; status?: string };
}
