import { nearest } from "@oh-my-pi/pi-utils/text/nearest";
import type { AgentTool } from "./tool.ts";

/** The answer to a call of a tool that is not there: what there is. */
export function unknownTool(called: string, tools: readonly AgentTool[]): string {
	const names = tools.map(({ name }) => name);
	const [close] = called.length < 6 ? [] : nearest(called, names);
	const guess = close === undefined ? "" : ` Did you mean ${close}?`;
	return `Tool ${called} not found.${guess} Loaded tools: ${names.join(", ") || "none"}.`;
}
