import type { ToolTraits } from "./tool.ts";

/** Whose text the result of a call brings, other than the user's and the model's own. A tool that says nothing of itself is outside. */
export function outsideSources(
	tool: Pick<ToolTraits, "name" | "effects" | "outsideSources">,
	args: unknown,
	details: unknown,
): readonly string[] {
	if (tool.outsideSources) return tool.outsideSources((args ?? {}) as Readonly<Record<string, unknown>>, details);
	const { effects } = tool;
	if (effects === undefined) return [`tool:${tool.name}`];
	return [
		...(effects.includes("runs") ? ["command"] : []),
		...(effects.includes("reads") && !effects.includes("runs") ? ["repository"] : []),
		...(effects.includes("network") && !effects.includes("runs") ? ["web"] : []),
	];
}
