import { askView } from "./ask/view.ts";
import { astEditView } from "./ast-edit/view.ts";
import { astGrepView } from "./ast-grep/view.ts";
import { bashView } from "./bash/view.ts";
import { checkpointView, rewindView } from "./checkpoint/view.ts";
import { editView } from "./edit/view.ts";
import { evalView } from "./eval/view.ts";
import { findView } from "./find/view.ts";
import { goalView } from "./goal/view.ts";
import { jobView } from "./job/view.ts";
import { readView } from "./read/view.ts";
import { resolveView } from "./resolve/view.ts";
import { searchView } from "./search/view.ts";
import { todoView } from "./todo/view.ts";
import { toolSearchView } from "./tool-search/view.ts";
import type { ToolView } from "./view.ts";
import { writeView } from "./write/view.ts";

/** How each tool's calls look, by the tool's name. */
export const toolViews: ReadonlyMap<string, ToolView> = new Map([
	["read", readView],
	["write", writeView],
	["edit", editView],
	["search", searchView],
	["find", findView],
	["ast_grep", astGrepView],
	["ast_edit", astEditView],
	["bash", bashView],
	["job", jobView],
	["eval", evalView],
	["resolve", resolveView],
	["todo", todoView],
	["ask", askView],
	["checkpoint", checkpointView],
	["rewind", rewindView],
	["goal", goalView],
	["search_tool_bm25", toolSearchView],
]);
