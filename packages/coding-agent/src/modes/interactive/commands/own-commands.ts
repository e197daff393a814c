import { branchCommand } from "./branch.ts";
import { btwCommand } from "./btw.ts";
import { clearCommand } from "./clear.ts";
import type { Command } from "./command.ts";
import { compactCommand } from "./compact.ts";
import { copyCommand } from "./copy.ts";
import { debugCommand } from "./debug.ts";
import { dropCommand } from "./drop.ts";
import { dumpCommand } from "./dump.ts";
import { exitCommand } from "./exit.ts";
import { exportCommand } from "./export.ts";
import { forkCommand } from "./fork.ts";
import { goalCommand } from "./goal.ts";
import { handoffCommand } from "./handoff.ts";
import { hotkeysCommand } from "./hotkeys.ts";
import { loginCommand } from "./login.ts";
import { logoutCommand } from "./logout.ts";
import { loopCommand } from "./loop.ts";
import { modelCommand } from "./model.ts";
import { moveCommand } from "./move.ts";
import { newCommand } from "./new.ts";
import { planCommand } from "./plan.ts";
import { planReviewCommand } from "./plan-review.ts";
import { queueCommand } from "./queue.ts";
import { resumeCommand } from "./resume.ts";
import { retryCommand } from "./retry.ts";
import { reviewCommand } from "./review.ts";
import { sessionCommand } from "./session.ts";
import { settingsCommand } from "./settings.ts";
import { setupCommand } from "./setup.ts";
import { shareCommand } from "./share.ts";
import { switchCommand } from "./switch.ts";
import { themeCommand } from "./theme.ts";
import { todoCommand } from "./todo.ts";
import { treeCommand } from "./tree.ts";

/** Those that need a screen; one of the same name takes the place of a text command. */
export const ownCommands: readonly Command[] = [
	modelCommand,
	switchCommand,
	planCommand,
	planReviewCommand,
	goalCommand,
	loopCommand,
	newCommand,
	clearCommand,
	dropCommand,
	compactCommand,
	handoffCommand,
	retryCommand,
	queueCommand,
	btwCommand,
	copyCommand,
	dumpCommand,
	exportCommand,
	shareCommand,
	resumeCommand,
	treeCommand,
	branchCommand,
	forkCommand,
	sessionCommand,
	moveCommand,
	todoCommand,
	settingsCommand,
	themeCommand,
	setupCommand,
	loginCommand,
	logoutCommand,
	hotkeysCommand,
	debugCommand,
	reviewCommand,
	exitCommand,
];
