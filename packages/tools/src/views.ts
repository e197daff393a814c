import { builtInTools } from "./registry.ts";
import { loadViews, type ToolView } from "./view.ts";

/** How the calls of each built-in tool look, by the tool's name; only front ends that draw import this. */
export const toolViews: ReadonlyMap<string, ToolView> = await loadViews(builtInTools);
