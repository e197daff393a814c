import { nearest } from "@oh-my-pi/pi-utils/text/nearest";
import type { AgentTool } from "./tool.ts";

/** The tool that a call means: of that name, else the only one of that name or alias in another spelling (`Grep`, `ReadFile`). */
export function findTool<Tool extends Pick<AgentTool, "name" | "aliases">>(
	called: string,
	tools: readonly Tool[],
): Tool | undefined {
	const exact = tools.find(({ name }) => name === called);
	if (exact) return exact;
	const wanted = plain(called);
	return (
		tools.find(({ aliases }) => aliases?.includes(called)) ??
		tools.find(({ name }) => plain(name) === wanted) ??
		tools.find(({ aliases = [] }) => aliases.some((alias) => plain(alias) === wanted))
	);
}

/** The answer to a call of a tool that is not there: what there is. */
export function unknownTool(called: string, tools: readonly AgentTool[]): string {
	const names = tools.map(({ name }) => name);
	const [close] = called.length < 6 ? [] : nearest(called, names);
	const guess = close === undefined ? "" : ` Did you mean ${close}?`;
	return `Tool ${called} not found.${guess} Loaded tools: ${names.join(", ") || "none"}.`;
}

/** Without case, separators and what some models put around a name. */
function plain(name: string): string {
	return name
		.toLowerCase()
		.replace(/^(?:functions?|tools?|default_api)[.:/]/, "")
		.replace(/[^a-z0-9]/g, "")
		.replace(/(?<=...)tool$/, "");
}
