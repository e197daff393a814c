import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { toolCallsOf } from "@oh-my-pi/pi-ai/message";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { RunOp } from "../../../conversation/contract/op.ts";
import { lastReply } from "../../../conversation/history/last-reply.ts";
import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import { currentMode } from "../../../conversation/queries/current-mode.ts";
import { advisoryMessage, type Note } from "./advisory-message.ts";
import { chooseDelivery, type PrimaryState } from "./delivery-policy.ts";
import { NoteFilter } from "./note-filter.ts";

export interface NoteDeliveryPorts {
	readonly conversation: Pick<
		Conversation,
		"isStreaming" | "isAborting" | "isInterrupted" | "messages" | "log" | "submit" | "idle"
	>;
	readonly immuneTurns: () => number;
	readonly mayStartRuns: () => boolean;
	readonly now: () => number;
	/** One line for the user. */
	readonly notify: (text: string) => void;
}

/** Runs that advisors may start, or make go on after the answer, between two messages of the user. */
const maxStartedRuns = 3;

/** Brings notes to the primary, as far as they are new. */
export class NoteDelivery {
	readonly #ports: NoteDeliveryPorts;
	readonly #filter = new NoteFilter();
	#turn = 0;
	#immuneUntil = 0;
	/** The model has answered and the run only has to end; a note would make it go on. */
	#isEnding = false;
	/** Nits that the run has not taken yet. */
	#waiting: { readonly notes: readonly Note[]; isStale: boolean; readonly message: SessionMessage } | undefined;
	/** Interrupting notes that the run has not taken yet. */
	#queued: Array<{ readonly note: Note; isStale: boolean; readonly message: SessionMessage }> = [];
	#count = 0;
	/** Since the user's last message, across compactions. */
	#startedRuns = 0;
	#hasAnnouncedLimit = false;
	/** Notes that are only shown, until somebody asks for them. */
	#kept: Note[] = [];

	constructor(ports: NoteDeliveryPorts) {
		this.#ports = ports;
	}

	/** Of this session. */
	get count(): number {
		return this.#count;
	}

	/** False for a note that says nothing new. */
	deliver({ note, ...rest }: Note): boolean {
		const text = this.#filter.accept(note);
		if (text === undefined) return false;
		this.#count++;
		const accepted = { note: text, ...rest };
		const state = this.#state();
		const delivery = chooseDelivery(rest.severity, state);
		switch (delivery) {
			case "aside":
				this.#addAside(accepted);
				break;
			case "start":
				this.#startedRuns++;
				this.#interrupt(accepted);
				break;
			case "steer":
				this.#interrupt(accepted);
				break;
			case "hold":
				this.#send(accepted, "next_turn");
				break;
			case "keep":
				if (chooseDelivery(rest.severity, { ...state, hasStartedEnough: false }) !== delivery) this.#announceLimit();
				this.#keep(accepted);
		}
		return true;
	}

	turnStarted(): void {
		this.#isEnding = false;
	}

	turnEnded(isInProgress: boolean): void {
		this.#turn++;
		this.#isEnding = !isInProgress;
		if (!this.#isEnding) return;
		this.#keepWaiting();
		// What the run has not taken yet makes it go on after its answer.
		if (this.#queued.length === 0 && !this.#waiting) return;
		if (this.#startedRuns < maxStartedRuns) {
			this.#startedRuns++;
			return;
		}
		this.#announceLimit();
		this.#keepWaiting({ withBlockers: true });
		this.#keepQueued();
	}

	/** The run is over; if the user has aborted it, notes that it has not taken restart nothing. */
	runEnded(): void {
		if (this.#ports.conversation.isInterrupted) this.#keepQueued();
		this.#queued = [];
	}

	/** A message of the primary's history: the notes in it need not be sent again, and the user's own let advisors start runs anew. */
	delivered(message: AgentMessage): void {
		if (isUsers(message)) {
			this.#startedRuns = 0;
			this.#hasAnnouncedLimit = false;
		}
		if (this.#waiting?.message === message) this.#waiting = undefined;
		this.#queued = this.#queued.filter((queued) => queued.message !== message);
	}

	/** Notes that came too late for the run, since the last call. */
	takeKept(): readonly Note[] {
		return this.#kept.splice(0);
	}

	reset(): void {
		this.#filter.clear();
		this.#waiting = undefined;
		this.#queued = [];
		this.#kept = [];
		this.#turn = 0;
		this.#immuneUntil = 0;
		this.#isEnding = false;
	}

	#state(): PrimaryState {
		const { conversation, mayStartRuns } = this.#ports;
		const reply = lastReply(conversation.messages);
		return {
			isRunning: conversation.isStreaming && !conversation.isAborting && !this.#isEnding,
			isInterrupted: conversation.isInterrupted || conversation.isAborting,
			isPlanning: currentMode(conversation.log) === "plan",
			hasAnswered: reply?.stopReason === "stop" && toolCallsOf(reply).length === 0,
			isImmune: this.#turn < this.#immuneUntil,
			mayStartRuns: mayStartRuns(),
			hasStartedEnough: this.#startedRuns >= maxStartedRuns,
		};
	}

	#interrupt(note: Note): void {
		this.#immuneUntil = this.#turn + this.#ports.immuneTurns();
		const queued = { note, isStale: false, message: advisoryMessage([note], this.#ports.now()) };
		this.#queued.push(queued);
		const { message } = queued;
		const isStale = () => queued.isStale;
		const cause = "the advisor raised a concern";
		this.#submit({ type: "send", message, as: "steer", triggerTurn: "unless_interrupted", cause, isStale });
	}

	/** Nits that wait together reach the primary as one message. */
	#addAside(note: Note): void {
		const before = this.#waiting;
		if (before) before.isStale = true;
		const notes = [...(before?.notes ?? []), note];
		const message = advisoryMessage(notes, this.#ports.now());
		const waiting = { notes, isStale: false, message };
		this.#waiting = waiting;
		this.#submit({ type: "send", message, as: "aside", isStale: () => waiting.isStale });
	}

	/** Nits that came with the answer do not make the run go on. */
	#keepWaiting({ withBlockers = false } = {}): void {
		const waiting = this.#waiting;
		if (!waiting || (!withBlockers && waiting.notes.some(({ severity }) => severity === "blocker"))) return;
		waiting.isStale = true;
		this.#waiting = undefined;
		for (const note of waiting.notes) this.#keep(note);
	}

	#keepQueued(): void {
		for (const one of this.#queued.splice(0)) {
			one.isStale = true;
			this.#keep(one.note);
		}
	}

	#announceLimit(): void {
		if (this.#hasAnnouncedLimit) return;
		this.#hasAnnouncedLimit = true;
		this.#ports.notify(
			`The advisor has started ${maxStartedRuns} runs since your last message; its notes are only shown until the next one.`,
		);
	}

	#send(note: Note, as: "aside" | "next_turn"): void {
		this.#submit({ type: "send", message: advisoryMessage([note], this.#ports.now()), as });
	}

	/** A card now, and part of the history that the user's next message continues. */
	#keep(note: Note): void {
		this.#kept.push(note);
		const { conversation } = this.#ports;
		const send = () => this.#send(note, "aside");
		if (conversation.isStreaming) void ignoreFailure(conversation.idle().then(send), "the session has ended");
		else send();
	}

	#submit(op: RunOp): void {
		void ignoreFailure(this.#ports.conversation.submit(op), "a note that comes after the session has ended");
	}
}

function isUsers(message: AgentMessage): boolean {
	if ("attribution" in message && message.attribution !== undefined) return message.attribution === "user";
	return message.role === "user";
}
