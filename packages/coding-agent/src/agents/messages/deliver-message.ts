import type { MessageReceipt, PeerMessage } from "@oh-my-pi/pi-tools/services/agent-service";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import type { SubagentLifecycle } from "../subagent/lifecycle.ts";
import type { Subagent } from "../subagent/subagent.ts";
import type { Inboxes } from "./inboxes.ts";
import { incomingMessage } from "./incoming-message.ts";

export interface DeliveryPorts {
	readonly top: Conversation;
	readonly inboxes: Inboxes;
	readonly now: () => number;
	readonly find: (id: string) => Subagent | undefined;
	readonly lifecycle: Pick<SubagentLifecycle, "apply" | "revive">;
}

/** Brings a message to an agent: into its run, or by waking or reviving it. */
export async function deliverMessage(message: PeerMessage, ports: DeliveryPorts): Promise<MessageReceipt> {
	const { to, from } = message;
	const { top, inboxes, lifecycle } = ports;
	const failed = (error: string): MessageReceipt => ({ to, outcome: "failed", error });
	if (to === top.id) return deliverTo(top, message, false, ports);
	const subagent = ports.find(to);
	if (!subagent || subagent.top !== top) return failed(`Unknown agent "${to}" — check the peer list.`);
	if (subagent.state === "queued") {
		inboxes.put(message);
		return { to, outcome: "injected" };
	}
	const isAborted = subagent.state === "aborting" || subagent.state === "aborted";
	if (isAborted) return failed(`Agent "${to}" was aborted; start a new one with task.`);
	if (subagent.opened) {
		return deliverTo(subagent.opened.conversation, message, subagent.parentId === from, ports, subagent);
	}
	if (!(await lifecycle.revive(subagent))) {
		return failed(`Agent "${to}" cannot be revived; its transcript is at history://${to}`);
	}
	// It may have ended since.
	const { opened } = ports.find(to) ?? {};
	if (!opened) return failed(`Agent "${to}" has ended meanwhile.`);
	return { ...(await deliverTo(opened.conversation, message, false, ports, subagent)), outcome: "revived" };
}

async function deliverTo(
	conversation: Conversation,
	message: PeerMessage,
	steers: boolean,
	{ inboxes, now, lifecycle }: DeliveryPorts,
	subagent?: Subagent,
): Promise<MessageReceipt> {
	const { to } = message;
	// Somebody who waits for it has it already.
	if (inboxes.put(message)) return { to, outcome: "injected" };
	const isRunning = conversation.isStreaming;
	// Its hook puts the message between the next steps.
	if (isRunning && !steers) return { to, outcome: "injected" };
	if (subagent && !isRunning) lifecycle.apply(subagent, "wake");
	const sent = inboxes.takeAll(to).map((waiting) =>
		conversation.submit({
			type: "send",
			message: incomingMessage(waiting, now()),
			as: steers ? "steer" : "aside",
			// A user who has stopped an agent did not mean to make it deaf to others.
			triggerTurn: subagent ? true : "unless_interrupted",
		}),
	);
	void Promise.all(sent)
		.catch((error: unknown) => conversation.notify("warning", `Message to ${to}: ${error}`, "agents"))
		.then(() => {
			// A message that starts no run leaves it idle.
			if (subagent?.opened?.conversation === conversation && !conversation.isStreaming) {
				lifecycle.apply(subagent, "run_end");
			}
		});
	return { to, outcome: isRunning ? "injected" : "woken" };
}
