import { reportDefect } from "@oh-my-pi/pi-utils/defect";
import { builtInTools } from "./registry.ts";
import { loadViews, type ToolView } from "./view.ts";

let loading: Promise<ReadonlyMap<string, ToolView>> | undefined;

/**
 * How the calls of each built-in tool look, by the tool's name; only front ends that draw load this. A built-in tool without a
 * view is a defect.
 */
export function loadToolViews(): Promise<ReadonlyMap<string, ToolView>> {
	loading ??= loadViews(builtInTools, (tool) => reportDefect(`The built-in tool ${tool} has no view`));
	return loading;
}
