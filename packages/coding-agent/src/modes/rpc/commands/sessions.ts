import { lastReplyText } from "../../../conversation/history/last-reply.ts";
import { branchConversation, branchPoints } from "../../../conversation/operations/branch-session.ts";
import { newSession } from "../../../conversation/operations/new-session.ts";
import { switchSession } from "../../../conversation/operations/switch-session.ts";
import { sessionStats } from "../../../conversation/queries/session-stats.ts";
import { exportConversation } from "../../../export/export-conversation.ts";
import { optional, text } from "./fields.ts";
import { command, type RpcCommand } from "./rpc-command.ts";

const startNew = command("new_session", { parentSession: optional(text) }, async ({ parentSession }, { session }) => ({
	cancelled: !(await newSession(session.conversation, parentSession === undefined ? {} : { parentSession })),
}));

const switchTo = command("switch_session", { sessionPath: text }, async ({ sessionPath }, { session }) => ({
	cancelled: !(await switchSession(session.conversation, sessionPath)),
}));

const branch = command("branch", { entryId: text }, ({ entryId }, { session }) =>
	branchConversation(session.conversation, entryId),
);

const getBranchMessages = command("get_branch_messages", {}, (_fields, { session }) => ({
	messages: branchPoints(session.conversation),
}));

const getLastAssistantText = command("get_last_assistant_text", {}, (_fields, { session }) => ({
	text: lastReplyText(session.conversation.messages) ?? null,
}));

const getSessionStats = command("get_session_stats", {}, (_fields, { session }) => ({
	...sessionStats(session.conversation),
	contextUsage: session.conversation.context.usage,
}));

const setSessionName = command("set_session_name", { name: text }, ({ name }, { session }) =>
	session.conversation.submit({ type: "set_session_name", name }),
);

const exportHtml = command("export_html", { outputPath: optional(text) }, async ({ outputPath }, { session }) => ({
	path: await exportConversation(session.conversation, { cwd: session.folder.path, output: outputPath }),
}));

export const sessionCommands: readonly RpcCommand[] = [
	startNew,
	switchTo,
	branch,
	getBranchMessages,
	getLastAssistantText,
	getSessionStats,
	setSessionName,
	exportHtml,
];
