import { exportCommand } from "./export.ts";
import { forceCommand } from "./force.ts";
import { modelCommand } from "./model.ts";
import { moveCommand } from "./move.ts";
import { renameCommand } from "./rename.ts";
import { sessionCommand } from "./session.ts";
import type { TextCommand } from "./text-command.ts";
import { todoCommand } from "./todo.ts";
import { toolsCommand } from "./tools.ts";

/** In the order in which hosts list them. */
export const textCommands: readonly TextCommand[] = [
	modelCommand,
	toolsCommand,
	sessionCommand,
	renameCommand,
	moveCommand,
	forceCommand,
	todoCommand,
	exportCommand,
];
