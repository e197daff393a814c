import { defineView } from "../view/view.ts";
import type { bashTool } from "./bash.ts";
import { commandResultRows, commandRows } from "./command-view.ts";

export const bashView = defineView<typeof bashTool>({
	shape: "gutter",
	call: ({ command = "" }, options) => commandRows(command, options),
	result: commandResultRows,
});
