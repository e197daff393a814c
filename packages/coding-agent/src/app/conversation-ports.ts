import type { ConversationPorts } from "@oh-my-pi/pi-tools/conversation-tools";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { openCheckpoint } from "../conversation/checkpoint/open-checkpoint.ts";
import { askSettings } from "../settings/sections/notifications.ts";
import type { Settings } from "../settings/settings.ts";
import type { ConversationLink } from "./conversation-link.ts";
import type { FrontEnd } from "./front-end.ts";
import { isToolEnabled } from "./tool-switches.ts";

/** The conversation as the tools see that work on it. */
export function conversationPorts(sources: {
	readonly host: Host;
	readonly settings: Settings;
	readonly link: ConversationLink;
	readonly frontEnd: FrontEnd;
}): ConversationPorts {
	const { host, settings, link, frontEnd } = sources;
	return {
		isEnabled: (toolName) => isToolEnabled(toolName, settings),
		todos: {
			get list() {
				return link.conversation.todos.phases;
			},
			get storage() {
				return link.conversation.log.file === undefined ? "memory" : "session";
			},
			set: (list) =>
				link.conversation.todos.hold(
					list.map((phase) => ({ ...phase, tasks: phase.tasks.map((task) => ({ ...task })) })),
				),
		},
		questions: {
			port: () => frontEnd.ask,
			timeoutSeconds: () => settings.get(askSettings.timeout),
			stopRun: () => void link.conversation.submit({ type: "abort" }),
		},
		checkpoints: { open: () => openCheckpoint(link.conversation.log.path()), now: host.now },
	};
}
