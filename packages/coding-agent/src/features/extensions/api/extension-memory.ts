import type { MemoryService } from "@oh-my-pi/pi-tools/services/memory-service";
import type { ExtensionMemory } from "./types.ts";

/** The memory as extensions have it: a signal is optional. */
export function extensionMemory({ backend, recall, retain, reflect, edit }: MemoryService): ExtensionMemory {
	const never = () => new AbortController().signal;
	return {
		backend,
		...(recall && { recall: (query, signal = never()) => recall(query, signal) }),
		...(retain && { retain: (items, signal = never()) => retain(items, signal) }),
		...(reflect && { reflect: (query, context, signal = never()) => reflect(query, context, signal) }),
		...(edit && { edit: (change) => edit(change) }),
	};
}
