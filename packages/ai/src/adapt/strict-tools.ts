import type { ProviderError } from "../errors/provider-error.ts";
import type { ModelCall } from "../protocol/protocol.ts";
import { scopeOf } from "./scope.ts";

/** Whether tools may be strict, according to the environment and earlier refusals. */
export function strictToolsAllowed(call: ModelCall): boolean {
	const forbidden = call.env.PI_NO_STRICT;
	if (forbidden && forbidden !== "0" && forbidden !== "false") return false;
	return call.memory?.get(keyOf(call)) !== true;
}

/** Disables strict tools for this endpoint when it complains about them. */
export function learnStrictTools(error: ProviderError, call: ModelCall): boolean {
	if (error.kind !== "strict-schema" || !call.memory || !strictToolsAllowed(call)) return false;
	call.memory.set(keyOf(call), true);
	return true;
}

function keyOf(call: ModelCall): string {
	return `no-strict-tools:${scopeOf(call.model)}`;
}
