import { bashView } from "./bash/view.ts";
import { readView } from "./read/view.ts";
import type { ToolView } from "./view.ts";

/** How each tool's calls look, by the tool's name. */
export const toolViews: ReadonlyMap<string, ToolView> = new Map([
	["read", readView],
	["bash", bashView],
]);
