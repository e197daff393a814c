import type { ToolCallContext, ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type {
	MessageDetails,
	MessageReceipt,
	MessageRequest,
	PeerMessage,
	PeerRow,
} from "@oh-my-pi/pi-tools/services/agent-service";
import type { ConversationEvent } from "../../conversation/event/event.ts";
import type { Hook } from "../../conversation/hooks/hook.ts";
import type { LiveContext } from "../../conversation/hooks/live-context.ts";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import { agentMessageSettings } from "../../settings/sections/agent/agent-messages.ts";
import type { Workbench } from "../../workbench/workbench.ts";
import type { SubagentLifecycle } from "../subagent/lifecycle.ts";
import type { Subagent } from "../subagent/subagent.ts";
import { AwaitedAnswers } from "./answer-messages.ts";
import { deliverMessage } from "./deliver-message.ts";
import { Inboxes } from "./inboxes.ts";
import { messageHook } from "./message-hook.ts";
import { runMessageOp } from "./message-ops.ts";

export interface ExchangePorts {
	readonly workbench: Pick<Workbench, "host" | "settings" | "jobs">;
	readonly lifecycle: Pick<SubagentLifecycle, "apply" | "revive">;
	/** Also one that waits for its turn. */
	readonly find: (id: string) => Subagent | undefined;
	/** The user's conversation and its agents. */
	readonly peers: (top: Conversation) => readonly PeerRow[];
	/** Ids of agents that wait for their turn. */
	readonly queued: () => readonly string[];
	/** Called when an agent comes, goes or changes; gives the function that ends it. */
	readonly onChange: (listener: () => void) => () => void;
}

/** Messages between the agents of a session: what waits to be read, who is woken by it, and who owes an answer. */
export class MessageExchange {
	readonly inboxes = new Inboxes();
	readonly #ports: ExchangePorts;
	readonly #answers: AwaitedAnswers;

	constructor(ports: ExchangePorts) {
		const { now, newId } = ports.workbench.host;
		this.#ports = ports;
		this.#answers = new AwaitedAnswers({
			now,
			newId,
			deliver: (message) => {
				const top = ports.find(message.from)?.top;
				if (top) void this.deliver(message, top);
			},
		});
	}

	/** Carries out a call of `irc` by a conversation of a session. */
	run(
		conversation: Conversation,
		top: Conversation,
		request: MessageRequest,
		call: ToolCallContext<MessageDetails>,
	): Promise<ToolOutput<MessageDetails>> {
		const { workbench, peers, queued, onChange } = this.#ports;
		const { jobs, host, settings } = workbench;
		return runMessageOp(request, call, {
			self: conversation.id,
			inboxes: this.inboxes,
			jobs,
			now: host.now,
			newId: host.newId,
			timeoutMs: settings.get(agentMessageSettings.timeoutMs),
			peers: () => peers(top).filter(({ id }) => id !== conversation.id),
			queued,
			deliver: (message) => this.deliver(message, top, { isAwaited: request.await ?? false }),
			onStatus: onChange,
			whenSteered: (signal) => conversation.queue.whenSteered(signal),
		});
	}

	/** Brings a message to an agent: into its run, or by waking or reviving it. */
	deliver(message: PeerMessage, top: Conversation, { isAwaited = false } = {}): Promise<MessageReceipt> {
		const { workbench, lifecycle, find } = this.#ports;
		this.#answers.note(message, { isAwaited });
		return deliverMessage(message, { top, inboxes: this.inboxes, now: workbench.host.now, find, lifecycle });
	}

	/** Puts messages into the runs of a conversation. */
	hook(live: LiveContext, top: Conversation): Hook {
		return messageHook(this.inboxes, live, (messages) => {
			for (const message of messages) void this.deliver(message, top);
		});
	}

	/** Turns what an agent says at the end of a run into the answer it owes. */
	follow(subagent: Subagent): (event: ConversationEvent) => void {
		return this.#answers.follow(subagent);
	}

	forget(id: string): void {
		this.inboxes.forget(id);
		this.#answers.forget(id);
	}
}
