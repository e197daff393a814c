import { resolveCompat } from "../../compat/resolve.ts";
import type { ModelCall, WireRequest } from "../../protocol/protocol.ts";
import { remember } from "../../remember.ts";
import { bearerHeaders } from "../openai-completions/request/headers.ts";
import { type BodyRules, responsesBody } from "../responses/body.ts";
import { encodeHistory, orphanNote } from "../responses/history.ts";
import type { InputItem } from "../responses/input.ts";
import { findContinuation, keepsRecord } from "./chain.ts";

const rules: BodyRules = { outputCap: true, sampling: true, alwaysInstructions: false };

export function encode(call: ModelCall): WireRequest {
	const { settings, input, continuation, extra, store } = prepare(call);
	return {
		url: `${call.model.baseUrl.replace(/\/+$/, "")}/responses`,
		headers: bearerHeaders(call),
		body: { ...settings, store, ...(continuation ?? { input }), ...extra },
	};
}

export interface PreparedRequest {
	readonly settings: Record<string, unknown>;
	/** The whole conversation, sent or not. */
	readonly input: readonly InputItem[];
	readonly continuation?: { readonly previous_response_id: string; readonly input: readonly InputItem[] } | undefined;
	readonly extra: Readonly<Record<string, unknown>>;
	readonly store: boolean;
}

/** Cached, because the end of the stream needs it again to record the provider's state. */
export const prepare = remember((call: ModelCall): PreparedRequest => {
	const { settings, opening, extra } = responsesBody(call, rules);
	const isStrict = resolveCompat(call.model).strictResponsesPairing === true;
	const history = encodeHistory(call, call.context.messages, {
		orphanResults: isStrict ? "note" : "drop",
		orphanNote: orphanNote((result) => `[Orphan ${result.toolName} result; call_id=${result.toolCallId}]:`),
	});
	const store = keepsRecord(call);
	const continuation = store ? findContinuation(call, settings, opening, history) : undefined;
	return { settings, input: [...opening, ...history.items.flat()], continuation, extra, store };
});
