import type { AgentLetter, MessageReceipt } from "@oh-my-pi/pi-tools/services/agent-service";
import type { Conversation } from "../../conversation/conversation.ts";
import type { Member } from "../run/member.ts";
import { letterMessage } from "./incoming-message.ts";
import type { Mailboxes } from "./mailboxes.ts";

export interface DeliveryPorts {
	readonly top: Conversation;
	readonly mail: Mailboxes;
	readonly now: () => number;
	/** It waits for its turn to start. */
	readonly isExpected: (id: string) => boolean;
	readonly find: (id: string) => Member | undefined;
	readonly revive: (member: Member) => Promise<boolean>;
	readonly onWake: (member: Member) => void;
}

/** Brings a message to an agent: into its run, or by waking or reviving it. */
export async function deliverMessage(letter: AgentLetter, ports: DeliveryPorts): Promise<MessageReceipt> {
	const { to, from } = letter;
	const { top, mail } = ports;
	const failed = (error: string): MessageReceipt => ({ to, outcome: "failed", error });
	if (to === top.id) return deliverTo(top, letter, false, ports);
	if (ports.isExpected(to)) {
		mail.put(letter);
		return { to, outcome: "injected" };
	}
	const member = ports.find(to);
	if (!member || member.top !== top) return failed(`Unknown agent "${to}" — check the peer list.`);
	if (member.status === "aborted") return failed(`Agent "${to}" was aborted; start a new one with task.`);
	if (member.opened) return deliverTo(member.opened.conversation, letter, member.parentId === from, ports, member);
	if (!(await ports.revive(member))) {
		return failed(`Agent "${to}" cannot be revived; its transcript is at history://${to}`);
	}
	const { conversation } = ports.find(to)?.opened ?? {};
	if (!conversation) return failed(`Agent "${to}" has ended meanwhile.`);
	return { ...(await deliverTo(conversation, letter, false, ports, member)), outcome: "revived" };
}

async function deliverTo(
	conversation: Conversation,
	letter: AgentLetter,
	steers: boolean,
	{ mail, now, onWake }: DeliveryPorts,
	member?: Member,
): Promise<MessageReceipt> {
	const { to } = letter;
	// Somebody who waits for it has it already.
	if (mail.put(letter)) return { to, outcome: "injected" };
	const isRunning = conversation.isStreaming;
	// Its hook puts the message between the next steps.
	if (isRunning && !steers) return { to, outcome: "injected" };
	if (member && !isRunning) onWake(member);
	for (const waiting of mail.takeAll(to)) {
		const message = letterMessage(waiting, now());
		const as = steers ? "steer" : "aside";
		// A user who has stopped an agent did not mean to make it deaf to others.
		const sent = conversation.submit({ type: "send", message, as, triggerTurn: member ? true : "unless_interrupted" });
		sent.catch((error: unknown) => conversation.notify("warning", `Message to ${to}: ${error}`, "agents"));
	}
	return { to, outcome: isRunning ? "injected" : "woken" };
}
