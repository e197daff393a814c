import { reportDefect } from "@oh-my-pi/pi-utils/defect";
import { once } from "@oh-my-pi/pi-utils/once";
import { builtInTools } from "./registry.ts";
import { loadViews, type ToolView } from "./view/view.ts";

/**
 * How the calls of each built-in tool look, by the tool's name; only front ends that draw load this. A built-in tool without a
 * view is a defect.
 */
export const loadToolViews = once(
	(): Promise<ReadonlyMap<string, ToolView>> =>
		loadViews(builtInTools, (tool) => reportDefect(`The built-in tool ${tool} has no view`)),
);
