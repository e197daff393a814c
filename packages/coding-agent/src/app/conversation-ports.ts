import { askSettings } from "@oh-my-pi/pi-tools/ask/settings";
import type { ConversationPorts } from "@oh-my-pi/pi-tools/conversation-tools";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { openCheckpoint } from "../conversation/checkpoint/open-checkpoint.ts";
import type { Settings } from "../settings/settings.ts";
import type { SessionLinks } from "./session-links.ts";
import { isToolEnabled } from "./tool-switches.ts";

/** The conversation as the tools see that work on it. */
export function conversationPorts(sources: {
	readonly host: Host;
	readonly settings: Settings;
	readonly links: Pick<SessionLinks, "conversation" | "frontEnd" | "plan" | "goal">;
}): ConversationPorts {
	const { host, settings } = sources;
	const { conversation: link, frontEnd, plan } = sources.links;
	return {
		isEnabled: (toolName) => isToolEnabled(toolName, settings),
		goals: sources.links.goal,
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
			// A plan stands on its answers, so nobody answers in the user's place.
			timeoutSeconds: () => (plan.isActive ? 0 : settings.get(askSettings.timeout)),
			stopRun: () => void link.conversation.submit({ type: "abort" }),
		},
		checkpoints: { open: () => openCheckpoint(link.conversation.log.path()), now: host.now },
	};
}
