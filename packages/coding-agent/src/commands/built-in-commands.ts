import type { Command } from "./contract/command.ts";
import { btwCommand } from "./conversation/btw.ts";
import { clearCommand } from "./conversation/clear.ts";
import { compactCommand } from "./conversation/compact.ts";
import { contextCommand } from "./conversation/context.ts";
import { copyCommand } from "./conversation/copy.ts";
import { dropCommand } from "./conversation/drop.ts";
import { dumpCommand } from "./conversation/dump.ts";
import { exportCommand } from "./conversation/export.ts";
import { freshCommand } from "./conversation/fresh.ts";
import { handoffCommand } from "./conversation/handoff.ts";
import { newCommand } from "./conversation/new.ts";
import { queueCommand } from "./conversation/queue.ts";
import { retryCommand } from "./conversation/retry.ts";
import { shakeCommand } from "./conversation/shake.ts";
import { shareCommand } from "./conversation/share.ts";
import { fastCommand } from "./model/fast.ts";
import { forceCommand } from "./model/force.ts";
import { loopCommand } from "./model/loop.ts";
import { modelCommand } from "./model/model.ts";
import { prewalkCommand } from "./model/prewalk.ts";
import { switchCommand } from "./model/switch.ts";
import { branchCommand } from "./sessions/branch.ts";
import { addDirCommand, dirsCommand, removeDirCommand } from "./sessions/dirs.ts";
import { forkCommand } from "./sessions/fork.ts";
import { jobsCommand } from "./sessions/jobs.ts";
import { moveCommand } from "./sessions/move.ts";
import { renameCommand } from "./sessions/rename.ts";
import { resumeCommand } from "./sessions/resume.ts";
import { sessionCommand } from "./sessions/session.ts";
import { todoCommand } from "./sessions/todo.ts";
import { treeCommand } from "./sessions/tree.ts";
import { agentsCommand } from "./system/agents.ts";
import { approvalsCommand } from "./system/approvals.ts";
import { changelogCommand } from "./system/changelog.ts";
import { debugCommand } from "./system/debug.ts";
import { exitCommand } from "./system/exit.ts";
import { helpCommand } from "./system/help.ts";
import { hotkeysCommand } from "./system/hotkeys.ts";
import { loginCommand } from "./system/login/login.ts";
import { logoutCommand } from "./system/login/logout.ts";
import { settingsCommand } from "./system/settings.ts";
import { setupCommand } from "./system/setup/setup.ts";
import { statusCommand } from "./system/status.ts";
import { themeCommand } from "./system/theme.ts";
import { toolsCommand } from "./system/tools.ts";
import { trustCommand } from "./system/trust.ts";
import { usageCommand } from "./system/usage.ts";

/** In the order in which completion, help and hosts list them. */
export const builtInCommands: readonly Command[] = [
	modelCommand,
	switchCommand,
	loopCommand,
	fastCommand,
	prewalkCommand,
	forceCommand,
	newCommand,
	clearCommand,
	freshCommand,
	dropCommand,
	compactCommand,
	shakeCommand,
	handoffCommand,
	retryCommand,
	queueCommand,
	btwCommand,
	copyCommand,
	contextCommand,
	dumpCommand,
	exportCommand,
	shareCommand,
	resumeCommand,
	treeCommand,
	branchCommand,
	forkCommand,
	sessionCommand,
	renameCommand,
	moveCommand,
	addDirCommand,
	removeDirCommand,
	dirsCommand,
	todoCommand,
	jobsCommand,
	settingsCommand,
	approvalsCommand,
	statusCommand,
	trustCommand,
	agentsCommand,
	themeCommand,
	setupCommand,
	loginCommand,
	logoutCommand,
	usageCommand,
	hotkeysCommand,
	changelogCommand,
	toolsCommand,
	debugCommand,
	exitCommand,
	helpCommand,
];
