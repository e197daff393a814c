import type { StreamFn } from "@oh-my-pi/pi-ai/stream";
import type { Spender } from "./spender.ts";

// Extensions import `stream` as a function of a package, without a session: it belongs to the conversation opened last.
let payer: Spender | undefined;

/** Whose caps requests count against that extensions make by themselves. */
export function setOutsidePayer(spender: Spender): void {
	payer = spender;
}

/** Counts a request of an extension like those of the conversation. */
export function paidOutside(stream: StreamFn): StreamFn {
	if (!payer) return stream;
	const paid = payer.stream(stream);
	return (model, context, options) => paid(model, context, { ...options, purpose: "helper" });
}
