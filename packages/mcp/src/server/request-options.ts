import type { Params } from "./server-config.ts";

export interface RequestOptions {
	readonly signal?: AbortSignal;
	/** 0 for no limit. */
	readonly timeoutMs: number;
	readonly onProgress?: (progress: {
		readonly progress: number;
		readonly total?: number;
		readonly message?: string;
	}) => void;
}

/** What a server answered when the client made itself known. */
export interface Handshake {
	readonly protocolVersion: string;
	readonly serverInfo: { readonly name: string; readonly version: string };
	readonly capabilities: Params;
	readonly instructions?: string;
}
