import { changelogCommand } from "./changelog.ts";
import { compactCommand } from "./compact.ts";
import { contextCommand } from "./context.ts";
import { addDirCommand, dirsCommand, removeDirCommand } from "./dirs.ts";
import { dumpCommand } from "./dump.ts";
import { exportCommand } from "./export.ts";
import { fastCommand } from "./fast.ts";
import { forceCommand } from "./force.ts";
import { freshCommand } from "./fresh.ts";
import { jobsCommand } from "./jobs.ts";
import { modelCommand } from "./model.ts";
import { moveCommand } from "./move.ts";
import { renameCommand } from "./rename.ts";
import { sessionCommand } from "./session.ts";
import { shakeCommand } from "./shake.ts";
import { shareCommand } from "./share.ts";
import type { TextCommand } from "./text-command.ts";
import { todoCommand } from "./todo.ts";
import { toolsCommand } from "./tools.ts";
import { usageCommand } from "./usage.ts";

/** In the order in which hosts list them. */
export const textCommands: readonly TextCommand[] = [
	modelCommand,
	fastCommand,
	forceCommand,
	freshCommand,
	compactCommand,
	shakeCommand,
	contextCommand,
	dumpCommand,
	exportCommand,
	shareCommand,
	sessionCommand,
	renameCommand,
	moveCommand,
	addDirCommand,
	removeDirCommand,
	dirsCommand,
	todoCommand,
	jobsCommand,
	usageCommand,
	changelogCommand,
	toolsCommand,
];
