import type { ProviderError } from "../errors/provider-error.ts";
import type { ModelCall } from "../protocol/protocol.ts";
import { scopeOf } from "./scope.ts";

/** All efforts that any host names, ascending. */
const ladder = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];

/** The effort to send for the wanted one, given earlier refusals; `undefined` sends none. */
export function acceptedEffort(call: ModelCall, wanted: string): string | undefined {
	const accepted = call.memory?.get(keyOf(call)) as readonly string[] | undefined;
	if (!accepted || accepted.includes(wanted)) return wanted;
	const rank = ladder.indexOf(wanted);
	const sorted = ladder.filter((effort) => accepted.includes(effort));
	return sorted.findLast((effort) => effort !== "none" && ladder.indexOf(effort) <= rank) ?? sorted[0];
}

/** Remembers the accepted efforts when the endpoint refuses one; none if it does not name them, or refuses again. */
export function learnEffort(error: ProviderError, call: ModelCall): boolean {
	if (!call.memory || !isEffortRefusal(error)) return false;
	const known = call.memory.get(keyOf(call)) as readonly string[] | undefined;
	if (known?.length === 0) return false;
	const accepted = acceptedIn(error.message);
	const isNews = known === undefined || accepted.join() !== known.join();
	call.memory.set(keyOf(call), isNews ? accepted : []);
	return true;
}

function isEffortRefusal(error: ProviderError): boolean {
	if (error.status !== 400 && error.status !== 422) return false;
	return (
		/effort/i.test(error.message) && /support|invalid|one of|expected|allowed|unknown|unrecognized/i.test(error.message)
	);
}

function acceptedIn(message: string): string[] {
	const list =
		/(?:supported values are|allowed values|one of|must be|expected|valid values)(.*)/is.exec(message)?.[1] ?? "";
	return ladder.filter((effort) => new RegExp(`\\b${effort}\\b`, "i").test(list));
}

function keyOf(call: ModelCall): string {
	return `efforts:${scopeOf(call.model)}`;
}
