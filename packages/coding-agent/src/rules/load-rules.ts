import { rules as ruleFiles } from "../discovery/capabilities/rules.ts";
import type { LoadContext } from "../discovery/capability.ts";
import type { CapabilityRegistry } from "../discovery/capability-registry.ts";
import { type SessionRules, type SortOptions, sortRules } from "./session-rules.ts";

export interface LoadedRules {
	/** `undefined` when there are none. */
	readonly rules: SessionRules | undefined;
	readonly warnings: readonly string[];
}

/** The rules of a folder, sorted by how they reach the model. */
export async function loadRules(
	registry: CapabilityRegistry,
	context: LoadContext,
	{ isOff, ...options }: SortOptions & { readonly isOff: boolean },
): Promise<LoadedRules> {
	if (isOff) return { rules: undefined, warnings: [] };
	const { items, warnings } = await registry.load(ruleFiles, context);
	if (items.length === 0) return { rules: undefined, warnings };
	const sorted = sortRules(items, options);
	return { rules: sorted.rules, warnings: [...warnings, ...sorted.warnings] };
}
