import { plannedTools } from "@oh-my-pi/pi-tools/planned-tools.data";
import { builtInTools } from "@oh-my-pi/pi-tools/registry";
import { nearest } from "@oh-my-pi/pi-utils/text/nearest";
import { toolsNamed } from "@oh-my-pi/pi-utils/text/tool-name";

/**
 * Keys of `tools.approval` that no tool has: such a policy holds for nothing. Those of MCP servers are only known once the servers
 * have answered, so they are not among them.
 */
export function unknownPolicies(
	policies: Readonly<Record<string, unknown>>,
	extensionTools: readonly string[],
): string[] {
	const known = [...builtInTools, ...plannedTools, ...extensionTools.map((name) => ({ name }))];
	return Object.keys(policies)
		.filter((key) => !key.toLowerCase().startsWith("mcp__") && toolsNamed(key, known).length === 0)
		.map((key) => {
			const [close] = nearest(
				key,
				known.map(({ name }) => name),
			);
			const hint = close === undefined ? "" : ` Did you mean ${close}?`;
			return `tools.approval.${key} has no effect: there is no tool of that name.${hint}`;
		});
}
