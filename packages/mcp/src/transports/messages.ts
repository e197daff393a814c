import type { JSONRPCMessage, MessageExtraInfo } from "@modelcontextprotocol/sdk/types.js";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";

export type MessageSink = <T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void;

/** The message a text holds, if it is one. The SDK looks into it more closely. */
export function parseMessage(text: string): JSONRPCMessage | undefined {
	// Most of what is wrong is not even an object, and parsing is what costs time in a flood.
	if (!text.trimStart().startsWith("{")) return;
	try {
		const value: unknown = JSON.parse(text);
		return isMessage(value) ? value : undefined;
	} catch {
		return;
	}
}

function isMessage(value: unknown): value is JSONRPCMessage {
	if (!isRecord(value) || value.jsonrpc !== "2.0") return false;
	const hasId = typeof value.id === "string" || Number.isInteger(value.id);
	if (typeof value.method === "string") return value.id === undefined || hasId;
	if (!hasId) return false;
	return isRecord(value.result) || (isRecord(value.error) && Number.isInteger(value.error.code));
}

/** An error in the place of an answer that could not be kept, if what is left of it tells to which request. */
export function pretendAnswer(ends: string, message: string): JSONRPCMessage | undefined {
	const found = ends.match(/^[^{]*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d+|"[^"\\]{1,200}")/);
	const last = found ?? ends.match(/"id"\s*:\s*(\d+|"[^"\\]{1,200}")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/);
	if (!last?.[1]) return;
	const id: unknown = JSON.parse(last[1]);
	if (typeof id !== "string" && typeof id !== "number") return;
	return { jsonrpc: "2.0", id, error: { code: -32_000, message } };
}
