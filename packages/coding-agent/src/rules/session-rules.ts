import type { Rule } from "../discovery/capabilities/rules.ts";

/** Rules by how they reach the model. */
export interface SessionRules {
	/** In the system prompt as a whole. */
	readonly always: readonly Rule[];
	/** In the system prompt with one line each; read when needed. */
	readonly listed: readonly Rule[];
	/** Injected when the model's output breaks them. */
	readonly stream: readonly Rule[];
}

export interface SortOptions {
	/** Whether a rule with conditions watches the output from now on. */
	readonly acceptsStreamRule?: (rule: Rule) => boolean;
	readonly disabled?: readonly string[] | undefined;
}

/** The most that rules may add to every request. */
export const maxAlwaysBytes = 128 * 1024;

/** Sorts rules into buckets; one that says neither when nor what for is in none. */
export function sortRules(
	rules: readonly Rule[],
	{ acceptsStreamRule = () => false, disabled = [] }: SortOptions = {},
): { readonly rules: SessionRules; readonly warnings: readonly string[] } {
	const always: Rule[] = [];
	const listed: Rule[] = [];
	const stream: Rule[] = [];
	const warnings: string[] = [];
	let bytes = 0;
	for (const rule of rules.filter(({ name }) => !disabled.includes(name))) {
		if ((rule.condition || rule.astCondition) && acceptsStreamRule(rule)) stream.push(rule);
		else if (rule.alwaysApply) {
			const size = Buffer.byteLength(rule.content);
			if (bytes + size <= maxAlwaysBytes) {
				always.push(rule);
				bytes += size;
			} else {
				listed.push({ ...rule, description: rule.description ?? "Always applies; read it first" });
				warnings.push(rule.path);
			}
		} else if (rule.description !== undefined) listed.push(rule);
	}
	return { rules: { always, listed, stream }, warnings: tooLong(warnings) };
}

function tooLong([first, ...others]: readonly string[]): string[] {
	if (first === undefined) return [];
	const more = others.length > 0 ? ` and ${others.length} more` : "";
	return [`Rules that always apply exceed ${maxAlwaysBytes / 1024} KB; only listed: ${first}${more}`];
}
