import type { Rule } from "../capabilities/rules.ts";
import type { Found } from "../contract/capability.ts";
import { builtinRuleTable } from "./builtin-rules.data.ts";

/** The rules that omp brings. They never interrupt: the model is told with the result of its call. */
export function builtinRules(provider: { readonly id: string; readonly displayName: string }): Found<Rule>[] {
	return builtinRuleTable.map(({ name, files, body, description, condition, astCondition }) => {
		const path = `${provider.id}:${name}.md`;
		return {
			name,
			path,
			content: body,
			level: "native",
			description,
			...(condition && { condition }),
			...(astCondition && { astCondition }),
			scope: [`tool:edit(${files})`, `tool:write(${files})`],
			interruptMode: "never",
			_source: { provider: provider.id, providerName: provider.displayName, path, level: "native" },
		};
	});
}
