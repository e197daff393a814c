import { ProviderError } from "../errors/provider-error.ts";
import { overLimit } from "../http/reply-limits.ts";
import { isJsonBomb } from "../reply/json-structure.ts";
import type { WireFrame } from "./protocol.ts";

/** Parses the JSON of a frame. The type is the provider's promise; the step function ignores violations. */
export function parseFrame<T>(frame: WireFrame): T {
	if (isJsonBomb(frame.data)) throw overLimit("one part of it is too complex", "1 MB outside of texts");
	try {
		return JSON.parse(frame.data) as T;
	} catch (error) {
		const shown = frame.data.length > 200 ? `${frame.data.slice(0, 200)}…` : frame.data;
		throw new ProviderError("transient", `The stream contained invalid JSON: ${shown}`, { cause: error });
	}
}
