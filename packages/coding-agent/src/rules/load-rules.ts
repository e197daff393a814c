import { type Rule, rules as ruleFiles } from "../discovery/capabilities/rules.ts";
import type { LoadContext } from "../discovery/contract/capability.ts";
import type { CapabilityRegistry } from "../discovery/contract/capability-registry.ts";
import { type SessionRules, sortRules } from "./session-rules.ts";

export interface LoadedRules {
	/** `undefined` when there are none. */
	readonly rules: SessionRules | undefined;
	readonly warnings: readonly string[];
}

export interface RuleChoice {
	readonly isOff: boolean;
	/** Names of rules that are left out. */
	readonly disabled?: readonly string[];
	/** Whether rules with conditions apply to the model's output. */
	readonly watchesOutput?: boolean;
}

/** Its rules are loaded when a call has written something. */
const builtinProvider = "builtin-defaults";

/** The rules that omp brings, without those that the settings or other rules of the same name replace. */
export async function loadBuiltinRules(
	registry: CapabilityRegistry,
	context: LoadContext,
	disabled: readonly string[],
): Promise<readonly Rule[]> {
	const { items } = await registry.load(ruleFiles, context);
	return items.filter(({ name, _source }) => _source.provider === builtinProvider && !disabled.includes(name));
}

/** The rules of a folder, sorted by how they reach the model. */
export async function loadRules(
	registry: CapabilityRegistry,
	context: LoadContext,
	{ isOff, disabled, watchesOutput = false }: RuleChoice,
): Promise<LoadedRules> {
	if (isOff) return { rules: undefined, warnings: [] };
	const { items, warnings } = await registry.load(ruleFiles, context, { excludeProviders: [builtinProvider] });
	if (items.length === 0) return { rules: undefined, warnings };
	const problems: string[] = [];
	const watched =
		watchesOutput && items.some(({ condition, astCondition }) => condition !== undefined || astCondition !== undefined);
	const compile = watched ? (await import("./stream-rule.ts")).compileStreamRule : undefined;
	const sorted = sortRules(items, {
		disabled,
		acceptsStreamRule: (rule) => {
			if (!compile) return false;
			const compiled = compile(rule);
			problems.push(...compiled.problems);
			return compiled.stream !== undefined;
		},
	});
	return { rules: sorted.rules, warnings: [...warnings, ...problems, ...sorted.warnings] };
}
