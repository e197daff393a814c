import { scopeOf } from "../../adapt/scope.ts";
import type { ProviderError } from "../../errors/provider-error.ts";
import type { AssistantMessage } from "../../message.ts";
import type { ModelCall } from "../../protocol/protocol.ts";
import { isOfficialHost } from "../responses/body.ts";
import { type EncodedHistory, encodeHistory } from "../responses/history.ts";
import type { InputItem } from "../responses/input.ts";

/** The provider's record of a conversation, and what it was made from, to detect changes. */
interface Chain {
	responseId?: string;
	settings?: string;
	/** All input up to the recorded answer. */
	input?: string;
	answer?: string;
	staleCount: number;
	disabled: boolean;
}

/** After this many lost records, chaining is disabled. */
const maxStale = 3;

/** Whether the provider should store the response. */
export function keepsRecord(call: ModelCall): boolean {
	if (!call.options.providerSessionState || chainOf(call)?.disabled) return false;
	if (call.options.statefulResponses !== undefined) return call.options.statefulResponses;
	const setting = call.env.PI_OPENAI_STATEFUL;
	if (setting) return setting !== "0" && setting !== "false";
	return isOfficialHost(call);
}

export interface Continuation {
	readonly previous_response_id: string;
	readonly input: readonly InputItem[];
}

/** The continuation of the recorded conversation, if this request extends it unchanged. */
export function findContinuation(
	call: ModelCall,
	settings: Record<string, unknown>,
	opening: readonly InputItem[],
	history: EncodedHistory,
): Continuation | undefined {
	const chain = chainOf(call);
	if (!chain?.responseId || chain.settings !== digest(settings)) return undefined;
	const { responseId } = chain;
	const at = history.messages.findLastIndex(
		(message) => message.role === "assistant" && message.responseId === responseId,
	);
	if (at === -1) return undefined;
	const before = [...opening, ...history.items.slice(0, at).flat()];
	const input = history.items.slice(at + 1).flat();
	const isSame = digest(before) === chain.input && digest(history.items[at]) === chain.answer;
	return isSame && input.length > 0 ? { previous_response_id: responseId, input } : undefined;
}

/** Records that the provider has stored this answer. */
export function recordAnswer(
	call: ModelCall,
	settings: Record<string, unknown>,
	input: readonly InputItem[],
	answer: AssistantMessage,
): void {
	if (!answer.responseId) return;
	const [items] = encodeHistory(call, [answer], { orphanResults: "drop" }).items;
	const known = chainOf(call);
	call.options.providerSessionState?.set(keyOf(call), {
		responseId: answer.responseId,
		settings: digest(settings),
		input: digest(input),
		answer: digest(items),
		staleCount: known?.staleCount ?? 0,
		disabled: false,
	} satisfies Chain);
}

/** Drops the record when the provider has lost it or stores none; true if the next try sends everything. */
export function learnChain(error: ProviderError, call: ModelCall): boolean {
	if (!keepsRecord(call)) return false;
	const known = chainOf(call) ?? { staleCount: 0, disabled: false };
	const mayKeepNone = error.status === 400 && /zero.?data.?retention/i.test(error.message);
	if (!mayKeepNone && (error.kind !== "stale-replay" || !known.responseId)) return false;
	const staleCount = known.staleCount + 1;
	const chain: Chain = { staleCount, disabled: mayKeepNone || staleCount >= maxStale };
	call.options.providerSessionState?.set(keyOf(call), chain);
	return true;
}

function chainOf(call: ModelCall): Chain | undefined {
	return call.options.providerSessionState?.get(keyOf(call)) as Chain | undefined;
}

function keyOf(call: ModelCall): string {
	return `responses-chain:${call.options.sessionId ?? ""}:${scopeOf(call.model)}`;
}

function digest(value: unknown): string {
	return Bun.hash(JSON.stringify(value)).toString(36);
}
