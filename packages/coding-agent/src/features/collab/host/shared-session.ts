import { randomBytes } from "node:crypto";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { approvalSettings } from "../../../settings/sections/agent/approval.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { Participant } from "../protocol/frames.ts";
import { closeCodes, keyBytes, roomBytes, writeTokenBytes } from "../protocol/limits.data.ts";
import type { CollabLink } from "../protocol/link.ts";
import { FrameSeal } from "../protocol/seal.ts";
import { shrinkEntry } from "../protocol/shrink-entry.ts";
import { StayConnected } from "../wire/stay-connected.ts";
import { Audience } from "./audience.ts";
import { ForwardedEvents } from "./forwarded-events.ts";
import { GuestFrames, type Hello } from "./guest-frames.ts";
import { Peers } from "./peers.ts";
import { sharedAnswers } from "./shared-answers.ts";
import { sharedAgents, sharedState } from "./shared-state.ts";
import type { Since } from "./snapshot.ts";
import { SnapshotSender } from "./snapshot-sender.ts";
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
/**
 * More than guests send in weeks: each half minute of silence is a frame of each. What is forgotten could be sent once more by
 * the relay.
 */
const rememberedFrames = 200_000;

/** A session that is shared: guests see what happens in it, and those with the full link take part. */
export class SharedSession {
	readonly link: FullLink;
	readonly #options: SharedSessionOptions;
	readonly #owner = randomBytes(16).toString("base64url");
	readonly #peers: Peers;
	readonly #audience: Audience;
	readonly #requests: UiRequests;
	readonly #events: ForwardedEvents;
	readonly #snapshots: SnapshotSender;
	readonly #frames: GuestFrames;
	readonly #connection: StayConnected;
	readonly #opened = Promise.withResolvers<void>();
	readonly #undo: Array<() => void> = [];
	#leaveLog = () => {};
	#stateTimer: ReturnType<typeof setTimeout> | undefined;
	#hasOpened = false;
	#hasEnded = false;
	#hasFailed = false;
	#rejected = 0;

	private constructor(options: SharedSessionOptions, link: FullLink, seal: FrameSeal) {
		const { session, hostName } = options;
		this.#options = options;
		this.link = link;
		const peers = new Peers(hostName);
		this.#peers = peers;
		this.#connection = new StayConnected(
			() => this.#connect(),
			{ seal, rememberedFrames },
			{
				onOpen: () => this.#onOpen(),
				onControl: (frame) => {
					if (frame.t === "peer-joined") this.#onJoined(frame.peer);
					if (frame.t === "peer-left") this.#onLeft(frame.peer);
				},
				onFrame: (peer, frame) => {
					if (!this.#hasEnded) this.#frames.take(peer, frame);
				},
				onRejected: () => this.#onRejected(),
				onProblem: (error) => this.#onProblem(error),
				onLost: (code, attempt, problem) => this.#onLost(code, attempt, problem),
			},
		);
		const audience = new Audience(peers, this.#connection);
		const requests = new UiRequests(session.host.newId, {
			open: (request) => audience.toWriters({ t: "ui-request", request }),
			end: (reqId) => audience.toWriters({ t: "ui-request-end", reqId }),
		});
		this.#audience = audience;
		this.#requests = requests;
		this.#events = new ForwardedEvents((event) => audience.toAll({ t: "event", event }));
		this.#snapshots = new SnapshotSender({
			...{ session, peers, audience, requests, connection: this.#connection },
			flushEvents: () => this.#events.flush(),
		});
		this.#frames = new GuestFrames({
			...{ session, peers, audience, requests },
			onHello: (peer, hello) => this.#greet(peer, hello),
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
		return this.#peers.list();
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
		this.#snapshots.forget();
		for (const id of this.#peers.greeted()) this.#sendSnapshot(id);
	}

	async stop(reason: string): Promise<void> {
		if (this.#hasEnded) return;
		this.#hasEnded = true;
		this.#events.flush();
		this.#audience.sayBye(reason);
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

	#onLost(code: number, attempt: number, certificateProblem?: string): boolean {
		this.#peers.clear();
		const { notify, onEnded, relay } = this.#options;
		const reason = refusals[code];
		if (!this.#hasOpened || reason !== undefined) {
			this.#opened.reject(new Error(reason ?? unreachable(relay, certificateProblem)));
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
			session.settings.watch([approvalSettings.approvalMode], () => this.#announceState()),
		);
		if (!agents) return;
		this.#undo.push(
			agents.onChange(() => this.#announceState()),
			agents.listen((channel, data) => this.#audience.toAll({ t: "bus", channel, data })),
		);
	}

	#followLog(): void {
		this.#leaveLog();
		this.#leaveLog = this.#options.session.log.onAppend((entry) => {
			// What guests have seen of it comes first.
			this.#events.flush();
			this.#audience.toAll({ t: "entry", entry: shrinkEntry(entry) });
		});
	}

	#leave(): void {
		this.#leaveLog();
		for (const undo of this.#undo) undo();
		this.#requests.end();
		this.#events.end();
		this.#peers.clear();
		clearTimeout(this.#stateTimer);
	}

	#onJoined(peer: number): void {
		this.#peers.join(peer, () => this.#audience.dismiss(peer, "You did not say hello."));
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

	#onProblem(error: unknown): void {
		if (!this.#hasFailed)
			this.#options.notify("warning", `Something in the shared session went wrong: ${errorMessage(error)}`);
		this.#hasFailed = true;
	}

	#greet(peer: number, hello: Hello): void {
		if (this.#peers.isGreeted(peer)) return;
		const problem = this.#peers.greet(peer, hello, this.link.writeToken);
		if (problem !== undefined) {
			this.#audience.dismiss(peer, problem);
			return;
		}
		const mode = this.#peers.mayWrite(peer) ? "" : " to watch";
		if (hello.since === undefined)
			this.#options.notify("info", `${this.#peers.nameOf(peer)} has joined the shared session${mode}.`);
		this.#announceState();
		this.#sendSnapshot(peer, hello.since);
	}

	#sendSnapshot(peer: number, since?: Since): void {
		void this.#snapshots.send(peer, since).catch((error: unknown) => {
			this.#onProblem(error);
			this.#audience.refuse(peer, `The session cannot be sent: ${errorMessage(error)}`);
		});
	}

	#announceState(): void {
		if (this.#stateTimer !== undefined || this.#hasEnded) return;
		this.#stateTimer = setTimeout(() => {
			this.#stateTimer = undefined;
			if (this.#peers.isEmpty) return;
			const { session } = this.#options;
			this.#audience.toAll({ t: "state", state: sharedState(session, this.participants) });
			this.#audience.toAll({ t: "agents", agents: sharedAgents(session, session.host.now()) });
		}, stateDelayMs);
	}
}

const refusals: Readonly<Record<number, string>> = {
	[closeCodes.hostTaken]: "another host has the room",
	[closeCodes.unauthorized]: "the relay refuses hosts without its token (collab.relayToken, or OMP_COLLAB_TOKEN)",
	[closeCodes.full]: "the relay is full",
};

function unreachable(relay: string, certificateProblem: string | undefined): string {
	if (certificateProblem !== undefined)
		return `The certificate of the relay ${relay} does not count: ${certificateProblem}`;
	return `The relay ${relay} cannot be reached. Start one with: omp collab relay`;
}
