import { isRecord } from "@oh-my-pi/pi-utils/is-record";

export type RpcId = number | string;

export interface RpcFailure {
	readonly code: number;
	readonly message: string;
	readonly data?: unknown;
}

export type RpcMessage =
	| { readonly kind: "request"; readonly id: RpcId; readonly method: string; readonly params: unknown }
	| { readonly kind: "notification"; readonly method: string; readonly params: unknown }
	| { readonly kind: "answer"; readonly id: RpcId; readonly result: unknown; readonly failure?: RpcFailure };

export const rpcCodes = {
	methodNotFound: -32_601,
	invalidParams: -32_602,
	internalError: -32_603,
	contentModified: -32_801,
	serverCancelled: -32_802,
} as const;

/** `undefined` for JSON that is no message. Throws for text that is no JSON. */
export function parseRpcMessage(text: string): RpcMessage | undefined {
	const value: unknown = JSON.parse(text);
	if (!isRecord(value)) return undefined;
	const { id, method, params, result, error } = value;
	const hasId = typeof id === "number" || typeof id === "string";
	if (typeof method === "string") {
		return hasId ? { kind: "request", id, method, params } : { kind: "notification", method, params };
	}
	if (!hasId) return undefined;
	return { kind: "answer", id, result, ...(isRecord(error) && { failure: checkedFailure(error) }) };
}

function checkedFailure({ code, message, data }: Record<string, unknown>): RpcFailure {
	return {
		code: typeof code === "number" ? code : rpcCodes.internalError,
		message: typeof message === "string" && message !== "" ? message.slice(0, maxMessageChars) : "no reason",
		data,
	};
}

const maxMessageChars = 4000;
