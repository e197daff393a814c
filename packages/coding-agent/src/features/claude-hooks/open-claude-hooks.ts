import type { Host } from "@oh-my-pi/pi-utils/host";
import { mayHavePlugins, pluginPlaces } from "../../plugins/state/plugin-folders.ts";
import { approvalSettings } from "../../settings/sections/agent/approval.ts";
import type { TrustGate } from "../../trust/trust-gate.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { Workbench } from "../../workbench/workbench.ts";
import { claudeHook } from "./claude-hook.ts";
import { ClaudeHooks } from "./claude-hooks.ts";
import { HookCalls } from "./hook-calls.ts";
import { type PluginHookFile, pluginHookFiles } from "./plugin-hooks.ts";

const permissionModes = {
	yolo: "bypassPermissions",
	write: "acceptEdits",
	auto: "acceptEdits",
	"always-ask": "default",
} as const;

/** Finds the hooks of Claude Code and shows them to the gate; `attach` adds them to all conversations. */
export function openClaudeHooks(
	workbench: Workbench,
	warnAtStart: (message: string) => void,
	/** Those of plugins count, too; `named` are folders of plugins named for this run. */
	plugins?: { readonly named: readonly string[] },
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
		...(plugins && {
			plugins: pluginFiles(
				() => ({ ...host, cwd: cwd() }),
				() => workbench.gate.at(cwd()),
				plugins.named,
			),
		}),
	});
	hooks.list();
	return {
		attach(session) {
			folder = session.folder;
			warn = (message) => session.conversation.notify("warning", message, "hooks");
			const source = session.conversation.messages.length > 0 ? "resume" : "startup";
			workbench.conversations.addHook((live) => {
				const conversation = workbench.conversations.find(live.id) ?? session.conversation;
				const calls = new HookCalls({
					hooks,
					cwd,
					env: workbench.env.child,
					inBox: (folder) => workbench.features.box?.serviceFor(() => folder).enter(),
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

/** Read again when another plugin is installed or switched, and in another folder. */
export function pluginFiles(
	host: () => Pick<Host, "cwd" | "home" | "env">,
	gate: () => TrustGate,
	pluginDirs: readonly string[],
): () => readonly PluginHookFile[] {
	let known:
		| { readonly cwd: string; readonly stamp: string; readonly found: ReturnType<typeof pluginHookFiles> }
		| undefined;
	return () => {
		const place = host();
		if (pluginDirs.length === 0 && !mayHavePlugins(place)) return [];
		if (known?.cwd !== place.cwd || known.stamp !== known.found.stamp()) {
			const found = pluginHookFiles(pluginPlaces(place), { gate: gate(), pluginDirs });
			known = { cwd: place.cwd, stamp: found.stamp(), found };
		}
		return known.found.files;
	};
}
