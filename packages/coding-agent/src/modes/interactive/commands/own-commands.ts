import { branchCommand } from "./branch.ts";
import { clearCommand } from "./clear.ts";
import type { Command } from "./command.ts";
import { compactCommand } from "./compact.ts";
import { exitCommand } from "./exit.ts";
import { exportCommand } from "./export.ts";
import { loginCommand } from "./login.ts";
import { logoutCommand } from "./logout.ts";
import { modelCommand } from "./model.ts";
import { newCommand } from "./new.ts";
import { planCommand } from "./plan.ts";
import { planReviewCommand } from "./plan-review.ts";
import { queueCommand } from "./queue.ts";
import { resumeCommand } from "./resume.ts";
import { retryCommand } from "./retry.ts";
import { settingsCommand } from "./settings.ts";
import { switchCommand } from "./switch.ts";
import { treeCommand } from "./tree.ts";

/** Those that need a screen; one of the same name takes the place of a text command. */
export const ownCommands: readonly Command[] = [
	modelCommand,
	switchCommand,
	planCommand,
	planReviewCommand,
	newCommand,
	resumeCommand,
	treeCommand,
	branchCommand,
	clearCommand,
	compactCommand,
	retryCommand,
	queueCommand,
	exportCommand,
	settingsCommand,
	loginCommand,
	logoutCommand,
	exitCommand,
];
