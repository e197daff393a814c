import type { ConversationEvent, NoticeLevel } from "../../conversation/event/event.ts";
import { lastReply } from "../../conversation/history/last-reply.ts";
import { clearConversation } from "../../conversation/operations/clear-session.ts";
import { loopModeSettings } from "../../settings/sections/screen/input.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";

export interface LoopLimit {
	readonly rounds?: number;
	readonly durationMs?: number;
}

interface LoopPorts {
	readonly notify: (level: NoticeLevel, text: string) => void;
	readonly attempt: (work: () => Promise<void>) => Promise<void>;
}

/** Repeats a prompt after each turn until the limit, an error or the user ends it. */
export class PromptLoop {
	#ports: LoopPorts | undefined;
	#session: OpenedConversation | undefined;
	#limit: LoopLimit = {};
	#beganAt = 0;
	#rounds = 0;
	#prompt: string | undefined;
	#leave = () => {};

	get isOn(): boolean {
		return this.#session !== undefined;
	}

	/** Which round is on, counted from 1, and how many there will be where that was said. */
	get progress(): { readonly round: number; readonly rounds?: number } | undefined {
		if (!this.isOn) return undefined;
		const { rounds } = this.#limit;
		return { round: this.#rounds + 1, ...(rounds !== undefined && { rounds }) };
	}

	begin(limit: LoopLimit, session: OpenedConversation, ports: LoopPorts): void {
		this.#limit = limit;
		this.#session = session;
		this.#ports = ports;
		this.#beganAt = session.host.now();
		this.#rounds = 0;
		this.#prompt = undefined;
		this.#leave = session.conversation.subscribe((event) => this.#onEvent(event));
	}

	end(why: string): void {
		if (!this.isOn) return;
		this.#leave();
		this.#session = undefined;
		const rounds = this.#rounds === 1 ? "1 round" : `${this.#rounds} rounds`;
		this.#ports?.notify("info", `${why} after ${rounds}`);
	}

	/** The first thing said is what is repeated. */
	heard(text: string): void {
		if (this.isOn) this.#prompt ??= text;
	}

	#onEvent(event: ConversationEvent): void {
		const session = this.#session;
		if (event.type !== "agent_end" || event.isTerminal === false || !session || this.#prompt === undefined) return;
		this.#rounds++;
		const { stopReason } = lastReply(session.conversation.messages) ?? {};
		const { rounds = Number.POSITIVE_INFINITY, durationMs = Number.POSITIVE_INFINITY } = this.#limit;
		if (stopReason === "aborted" || stopReason === "error") this.end("Loop stopped");
		else if (this.#rounds >= rounds || session.host.now() - this.#beganAt >= durationMs) this.end("Loop finished");
		else void this.#ports?.attempt(() => this.#next(session, this.#prompt ?? ""));
	}

	async #next(session: OpenedConversation, prompt: string): Promise<void> {
		const { conversation, settings } = session;
		await conversation.idle();
		const between = settings.get(loopModeSettings.mode);
		if (between === "reset") await clearConversation(conversation);
		// Too little to condense is no reason to end the loop.
		if (between === "compact") await conversation.compact().catch(() => undefined);
		if (this.#session !== session || conversation.isStreaming) return;
		await conversation.submit({ type: "prompt", text: prompt });
	}
}
