import { randomBytes } from "node:crypto";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { remotePromptType } from "../../../conversation/history/remote-prompt.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { GuestFrame, HostFrame, Participant } from "../protocol/frames.ts";
import { closeCodes, everyone, keyBytes, roomBytes, writeTokenBytes } from "../protocol/limits.data.ts";
import type { CollabLink } from "../protocol/link.ts";
import { parseGuestFrame } from "../protocol/parse-frame.ts";
import { FrameSeal } from "../protocol/seal.ts";
import { shrinkEntry } from "../protocol/shrink-entry.ts";
import { StayConnected } from "../wire/stay-connected.ts";
import { commandAgent, readTranscript } from "./agent-requests.ts";
import { ForwardedEvents } from "./forwarded-events.ts";
import { Peers } from "./peers.ts";
import { sharedAnswers } from "./shared-answers.ts";
import { sharedAgents, sharedHeader, sharedState } from "./shared-state.ts";
import { planSnapshot, snapshotChunks } from "./snapshot.ts";
import { UiRequests } from "./ui-requests.ts";

export interface SharedSessionOptions {
	readonly session: OpenedConversation;
	/** `ws://` or `wss://` */
	readonly relay: string;
	/** What the relay asks of hosts. */
	readonly relayToken: string;
	readonly hostName: string;
	/** For the user. */
	readonly notify: (level: "info" | "warning", text: string) => void;
	/** Sharing has ended by itself; the reason is in the notice. */
	readonly onEnded: () => void;
}

export type FullLink = CollabLink & { readonly relay: string };

const stateDelayMs = 40;
/** A guest that is further behind gets the next chunk later. */
const maxBacklogBytes = 1024 * 1024;
/** Frames that cannot be read, up to which a guest is only told so. */
const maxBadFrames = 50;

/** A session that is shared: guests see what happens in it, and those with the full link take part. */
export class SharedSession {
	readonly link: FullLink;
	readonly #options: SharedSessionOptions;
	readonly #owner = randomBytes(16).toString("base64url");
	readonly #peers = new Peers();
	readonly #requests: UiRequests;
	readonly #events: ForwardedEvents;
	readonly #connection: StayConnected;
	readonly #opened = Promise.withResolvers<void>();
	readonly #undo: Array<() => void> = [];
	#leaveLog = () => {};
	#stateTimer: ReturnType<typeof setTimeout> | undefined;
	#hasOpened = false;
	#hasEnded = false;
	#rejected = 0;

	private constructor(options: SharedSessionOptions, link: FullLink, seal: FrameSeal) {
		const { session } = options;
		this.#options = options;
		this.link = link;
		this.#requests = new UiRequests(session.host.newId, {
			open: (request) => this.#toWriters({ t: "ui-request", request }),
			end: (reqId) => this.#toWriters({ t: "ui-request-end", reqId }),
		});
		this.#events = new ForwardedEvents((event) => this.#send(everyone, { t: "event", event }));
		this.#connection = new StayConnected(() => this.#connect(), seal, {
			onOpen: () => this.#onOpen(),
			onControl: (frame) => {
				if (frame.t === "peer-joined") this.#peers.join(frame.peer);
				if (frame.t === "peer-left") this.#onLeft(frame.peer);
			},
			onFrame: (peer, frame) => this.#onFrame(peer, frame),
			onRejected: () => this.#onRejected(),
			onLost: (code, attempt) => this.#onLost(code, attempt),
		});
	}

	/** Resolves when the relay has the room; rejects with words for the user. */
	static async start(options: SharedSessionOptions): Promise<SharedSession> {
		const random = (count: number) => Uint8Array.from(randomBytes(count));
		const link: FullLink = {
			relay: options.relay,
			room: randomBytes(roomBytes).toString("base64url"),
			key: random(keyBytes),
			writeToken: random(writeTokenBytes),
		};
		const shared = new SharedSession(options, link, await FrameSeal.from(link.key));
		await shared.#opened.promise;
		shared.#follow();
		return shared;
	}

	get participants(): readonly Participant[] {
		return this.#peers.list(this.#options.hostName);
	}

	/** Frames that could not be opened: somebody without the key knocks, or a relay changes them. */
	get rejectedFrames(): number {
		return this.#rejected;
	}

	get isConnected(): boolean {
		return this.#connection.isOpen;
	}

	/** Another session, or another branch, is in force: every guest gets it from its start. */
	resend(): void {
		this.#followLog();
		for (const id of this.#peers.greeted()) void this.#welcome(id);
	}

	async stop(reason: string): Promise<void> {
		if (this.#hasEnded) return;
		this.#hasEnded = true;
		this.#events.flush();
		this.#send(everyone, { t: "bye", reason });
		this.#leave();
		await this.#connection.end();
	}

	#connect(): WebSocket {
		const { relay, relayToken } = this.#options;
		const url = `${relay}/r/${this.link.room}?role=host&owner=${this.#owner}`;
		if (relayToken === "") return new WebSocket(url);
		return new WebSocket(url, { headers: { authorization: `Bearer ${relayToken}` } } as never);
	}

	#onOpen(): void {
		this.#connection.settle();
		if (this.#hasOpened) this.#options.notify("info", "The shared session is connected again.");
		this.#hasOpened = true;
		this.#opened.resolve();
	}

	#onLost(code: number, attempt: number): boolean {
		this.#peers.clear();
		const { notify, onEnded, relay } = this.#options;
		const reason = refusals[code];
		if (!this.#hasOpened || reason !== undefined) {
			this.#opened.reject(new Error(reason ?? unreachable(relay)));
			if (!this.#hasOpened) return false;
			notify("warning", `The session is no longer shared: ${reason}`);
			this.#hasEnded = true;
			this.#leave();
			onEnded();
			return false;
		}
		if (attempt === 1) notify("warning", "The connection to the relay is lost. Trying again.");
		return true;
	}

	#follow(): void {
		const { session } = this.#options;
		const { conversation, frontEnd, workbench } = session;
		const { agents } = workbench.features;
		this.#followLog();
		this.#undo.push(
			conversation.subscribe((event) => {
				this.#events.take(event);
				this.#announceState();
			}, "the shared session"),
			frontEnd.wrap(sharedAnswers(this.#requests)),
		);
		if (!agents) return;
		this.#undo.push(
			agents.onChange(() => this.#announceState()),
			agents.listen((channel, data) => this.#send(everyone, { t: "bus", channel, data })),
		);
	}

	#followLog(): void {
		this.#leaveLog();
		this.#leaveLog = this.#options.session.log.onAppend((entry) => {
			// What guests have seen of it comes first.
			this.#events.flush();
			this.#send(everyone, { t: "entry", entry: shrinkEntry(entry) });
		});
	}

	#leave(): void {
		this.#leaveLog();
		for (const undo of this.#undo) undo();
		this.#requests.end();
		this.#events.end();
		clearTimeout(this.#stateTimer);
	}

	#onLeft(peer: number): void {
		const left = this.#peers.leave(peer);
		if (!left) return;
		this.#options.notify("info", `${left} has left the shared session.`);
		this.#announceState();
	}

	#onRejected(): void {
		this.#rejected += 1;
		if (this.#rejected === 1)
			this.#options.notify("warning", "Somebody without the right link tried to join; see /collab status.");
	}

	#onFrame(peer: number, value: unknown): void {
		if (this.#hasEnded || !this.#peers.has(peer)) return;
		const frame = parseGuestFrame(value);
		if (!frame) {
			if (this.#peers.countBad(peer) <= maxBadFrames) this.#refuse(peer, "The host does not understand this.");
			return;
		}
		const problem = this.#whyRefused(peer, frame.t);
		if (problem !== undefined) this.#refuse(peer, problem);
		else if (frame.t === "hello") this.#greet(peer, frame);
		else if (frame.t === "fetch-transcript")
			void readTranscript(this.#options.session, frame).then((answer) => this.#send(peer, answer));
		else void this.#act(peer, frame).catch((error: unknown) => this.#refuse(peer, errorMessage(error)));
	}

	#whyRefused(peer: number, type: GuestFrame["t"]): string | undefined {
		if (type === "hello") return undefined;
		if (!this.#peers.isGreeted(peer)) return "Say hello first.";
		const isReading = type === "fetch-transcript";
		return isReading || this.#peers.mayWrite(peer)
			? undefined
			: "This link is view-only: it can watch, but not take part.";
	}

	async #act(peer: number, frame: Exclude<GuestFrame, { t: "hello" | "fetch-transcript" }>): Promise<void> {
		const { session } = this.#options;
		const { conversation, host } = session;
		switch (frame.t) {
			case "prompt": {
				const { text, images = [] } = frame;
				const content =
					images.length === 0 ? text : [...(text === "" ? [] : [{ type: "text" as const, text }]), ...images];
				const details = { from: this.#peers.nameOf(peer) };
				const timestamp = host.now();
				const message = { role: "custom", customType: remotePromptType, content, display: true, details } as const;
				const op = { ...message, attribution: "user", timestamp } as const;
				return conversation.submit({ type: "send", message: op, as: "steer", triggerTurn: true });
			}
			case "abort":
				return conversation.submit({ type: "abort" });
			case "ui-response":
				if (!this.#requests.answer(frame.reqId, frame.value))
					this.#send(peer, { t: "ui-request-end", reqId: frame.reqId });
				return;
			case "agent-cmd":
				return commandAgent(session, frame);
			default:
				return frame satisfies never;
		}
	}

	#greet(peer: number, { proto, name, writeToken, since }: Extract<GuestFrame, { t: "hello" }>): void {
		if (this.#peers.isGreeted(peer)) return;
		const problem = this.#peers.greet(peer, { proto, name, writeToken }, this.link.writeToken);
		if (problem !== undefined) {
			this.#refuse(peer, problem);
			return;
		}
		const mode = this.#peers.mayWrite(peer) ? "" : " to watch";
		if (since === undefined)
			this.#options.notify("info", `${this.#peers.nameOf(peer)} has joined the shared session${mode}.`);
		this.#announceState();
		void this.#welcome(peer, since);
	}

	async #welcome(peer: number, since?: { readonly session: string; readonly entry: string }): Promise<void> {
		const { session } = this.#options;
		this.#events.flush();
		const { steps, continues } = planSnapshot(session.log, since);
		const round = this.#peers.beginSnapshot(peer);
		this.#send(peer, {
			t: "welcome",
			proto: 3,
			header: sharedHeader(session),
			state: sharedState(session, this.participants),
			agents: sharedAgents(session, session.host.now()),
			entryCount: steps.length,
			...(!this.#peers.mayWrite(peer) && { readOnly: true }),
			...(continues && { continues }),
		});
		for (const chunk of snapshotChunks(steps)) {
			this.#send(peer, { t: "snapshot-chunk", ...chunk });
			// Keys and events of the host come in between.
			await Bun.sleep(0);
			while (this.#connection.backlogBytes > maxBacklogBytes && this.#connection.isOpen) await Bun.sleep(5);
			if (!this.#peers.isInSnapshot(peer, round)) return;
		}
		if (!this.#peers.mayWrite(peer)) return;
		for (const request of this.#requests.open) this.#send(peer, { t: "ui-request", request });
	}

	#announceState(): void {
		if (this.#stateTimer !== undefined || this.#hasEnded) return;
		this.#stateTimer = setTimeout(() => {
			this.#stateTimer = undefined;
			if (this.#peers.isEmpty) return;
			const { session } = this.#options;
			this.#send(everyone, { t: "state", state: sharedState(session, this.participants) });
			this.#send(everyone, { t: "agents", agents: sharedAgents(session, session.host.now()) });
		}, stateDelayMs);
	}

	#toWriters(frame: HostFrame): void {
		for (const id of this.#peers.greeted()) if (this.#peers.mayWrite(id)) this.#send(id, frame);
	}

	#refuse(peer: number, message: string): void {
		this.#send(peer, { t: "error", message });
	}

	#send(peer: number, frame: HostFrame): void {
		if (peer === everyone && this.#peers.isEmpty) return;
		this.#connection.send(peer, frame);
	}
}

const refusals: Readonly<Record<number, string>> = {
	[closeCodes.hostTaken]: "another host has the room",
	[closeCodes.unauthorized]: "the relay refuses hosts without its token (collab.relayToken, or OMP_COLLAB_TOKEN)",
	[closeCodes.full]: "the relay is full",
};

function unreachable(relay: string): string {
	return `The relay ${relay} cannot be reached. Start one with: omp collab relay`;
}
