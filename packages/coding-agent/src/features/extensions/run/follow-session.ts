import { compactionSettings } from "../../../settings/sections/agent/compaction.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { Workbench } from "../../../workbench/workbench.ts";
import { extensionHook, readSection } from "./extension-hook.ts";
import type { Fields, HandlerCalls } from "./handler-calls.ts";
import type { SessionEventPorts } from "./session-events.ts";

interface FollowPorts extends Pick<SessionEventPorts, "tellTools"> {
	readonly workbench: Workbench;
	readonly calls: HandlerCalls;
	readonly onShutdown: () => void;
}

/** Calls the handlers of extensions for what happens in a session and around it; gives what ends that. */
export function followSession(
	session: OpenedConversation,
	{ workbench, calls, tellTools, onShutdown }: FollowPorts,
): Array<() => void> {
	const removeHook = workbench.conversations.addHook((live) => {
		const conversation = workbench.conversations.find(live.id) ?? session.conversation;
		return extensionHook(calls, conversation, live, {
			compactionSettings: () => readSection(compactionSettings, workbench.settings),
			tellTools,
			onShutdown,
		});
	});
	const signal = (event: string, fields: Fields) => void calls.call(event, session.conversation, () => fields);
	const ignoreLogins = workbench.registry.onCredentialDisabled((provider, cause) =>
		signal("credential_disabled", { provider, cause }),
	);
	// Notifications wait for somebody who wants them.
	const notifications = calls.has("mcp_notification") ? workbench.features.servers?.notifications : undefined;
	const ignoreServers = notifications?.listen((notification) => signal("mcp_notification", { ...notification }));
	return [removeHook, ignoreLogins, ...(ignoreServers ? [ignoreServers] : [])];
}
