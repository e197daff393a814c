import { builtInTools } from "./registry.ts";
import type { ToolSample } from "./view/tool-sample.ts";

export interface NamedSample extends ToolSample {
	readonly tool: string;
}

/** A sample of each built-in tool; only galleries load them. */
export async function loadToolSamples(): Promise<readonly NamedSample[]> {
	const samples = await Promise.all(
		builtInTools.map(async ({ name, sample }) => (sample ? [{ tool: name, ...(await sample()) }] : [])),
	);
	return samples.flat();
}
