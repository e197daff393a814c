import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { PeerMessage, YieldDetails } from "@oh-my-pi/pi-tools/services/agent-service";
import type { ConversationEvent } from "../../conversation/event/event.ts";
import { handsIn } from "../result/handed-in.ts";
import { lastText } from "../result/last-text.ts";
import { printed } from "../result/task-result.ts";
import type { Subagent } from "../subagent/subagent.ts";

export interface AnswerPorts {
	readonly now: () => number;
	readonly newId: () => string;
	readonly deliver: (message: PeerMessage) => void;
}

interface Asked {
	readonly by: string;
	readonly isAwaited: boolean;
}

/**
 * Turns what a woken agent hands in, or else says last, into the answer to the message that woke it. An agent that answers by a
 * message itself has answered.
 */
export class AwaitedAnswers {
	readonly #ports: AnswerPorts;
	/** The last message to each agent that has no answer yet. */
	readonly #asked = new Map<string, Asked>();

	constructor(ports: AnswerPorts) {
		this.#ports = ports;
	}

	/** A message is on its way. */
	note({ from, to }: PeerMessage, { isAwaited }: { readonly isAwaited: boolean }): void {
		if (this.#asked.get(from)?.by === to) this.#asked.delete(from);
		this.#asked.set(to, { by: from, isAwaited });
	}

	/** Follows a run of an agent after its first one, whose result has ways of its own. Gives what ends the run with its answer. */
	follow(subagent: Subagent): (event: ConversationEvent) => void {
		let handedIn: string | undefined;
		const { opened } = subagent;
		const isResult = (toolName: string) => handsIn(opened?.conversation.tools ?? [], toolName) === "result";
		return (event) => {
			if (event.type === "agent_start") handedIn = undefined;
			if (event.type === "tool_execution_end" && !event.isError && isResult(event.toolName))
				handedIn = handedInText(event.result.details) ?? handedIn;
			if (event.type !== "agent_end" || subagent.state === "working") return;
			if (handedIn !== undefined) void keepOutput(subagent, handedIn);
			this.#answer(subagent, handedIn);
		};
	}

	forget(id: string): void {
		this.#asked.delete(id);
	}

	#answer(subagent: Subagent, handedIn: string | undefined): void {
		const { id, opened } = subagent;
		const asked = this.#asked.get(id);
		this.#asked.delete(id);
		const lastReply = asked?.isAwaited && opened ? lastText(opened.conversation) : "";
		const body = handedIn ?? lastReply;
		if (!asked || body === "") return;
		const { now, newId, deliver } = this.#ports;
		deliver({ id: newId(), from: id, to: asked.by, body, ts: now() });
	}
}

/** `undefined` for a part of a result, which does not end the work. */
function handedInText(details: unknown): string | undefined {
	const { data, error, type } = (details ?? {}) as Partial<YieldDetails>;
	if (Array.isArray(type)) return undefined;
	return error === undefined ? printed(data) : `It cannot be done: ${error}`;
}

/** `agent://` shows the newest result. */
async function keepOutput(subagent: Subagent, output: string): Promise<void> {
	subagent.output = output;
	const { outputPath } = subagent;
	if (outputPath === undefined) return;
	try {
		await mkdir(dirname(outputPath), { recursive: true, mode: 0o700 });
		await writeFile(outputPath, output, { mode: 0o600 });
	} catch (error) {
		subagent.top.notify("warning", `The result of ${subagent.id} cannot be saved: ${error}`, "agents");
	}
}
