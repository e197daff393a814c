import { approvalSettings } from "../settings/sections/approval.ts";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";
import type { Workbench } from "../workbench/workbench.ts";
import { claudeHook } from "./claude-hook.ts";
import { ClaudeHooks } from "./claude-hooks.ts";
import { HookCalls } from "./hook-calls.ts";

const permissionModes = { yolo: "bypassPermissions", write: "acceptEdits", "always-ask": "default" } as const;

/** Finds the hooks of Claude Code and shows them to the gate; `attach` adds them to all conversations. */
export function openClaudeHooks(
	workbench: Workbench,
	warnAtStart: (message: string) => void,
): { attach(session: OpenedConversation): void } {
	const { settings, host, approvals } = workbench;
	let folder = { path: host.cwd };
	let warn = warnAtStart;
	const cwd = () => folder.path;
	const hooks = new ClaudeHooks({
		cwd,
		home: host.home,
		gate: () => workbench.gate.at(cwd()),
		warn: (message) => warn(message),
	});
	hooks.list();
	return {
		attach(session) {
			folder = session.folder;
			warn = (message) => session.conversation.notify("warning", message, "hooks");
			const source = session.conversation.messages.length > 0 ? "resume" : "startup";
			workbench.addHook((live) => {
				const conversation = workbench.findConversation(live.id) ?? session.conversation;
				const calls = new HookCalls({
					hooks,
					cwd,
					env: workbench.childEnv,
					common: () => ({
						session_id: live.log.id,
						transcript_path: live.log.file ?? "",
						permission_mode: permissionModes[settings.get(approvalSettings.approvalMode)],
					}),
					notify: (message) => live.notify("warning", message, "hooks"),
				});
				const isMain = conversation.origin.parentId === undefined;
				const isStreaming = () => conversation.isStreaming;
				return claudeHook({ calls, live, isMain, isStreaming, approvals, cwd, source });
			});
		},
	};
}
