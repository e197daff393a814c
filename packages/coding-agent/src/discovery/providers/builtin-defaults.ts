import { rules } from "../capabilities/rules.ts";
import { type DiscoveryProvider, loads } from "../contract/capability.ts";

const identity = { id: "builtin-defaults", displayName: "Builtin Defaults" };

/** Anybody's own rule of the same name counts instead. */
export const builtinDefaultsProvider: DiscoveryProvider = {
	...identity,
	description: "Rules that omp brings",
	priority: 1,
	loads: loads(rules, async () => {
		const { builtinRules } = await import("../builtin-rules/builtin-rules.ts");
		return { items: builtinRules(identity) };
	}),
};
