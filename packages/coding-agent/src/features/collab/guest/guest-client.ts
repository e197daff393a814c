import type { SessionEntry } from "@oh-my-pi/pi-session/entry/entry";
import type { GuestFrame, HostFrame } from "../protocol/frames.ts";
import { closeCodes, everyone, protocolVersion } from "../protocol/limits.data.ts";
import type { CollabLink } from "../protocol/link.ts";
import { parseHostFrame } from "../protocol/parse-frame.ts";
import { FrameSeal } from "../protocol/seal.ts";
import { StayConnected } from "../wire/stay-connected.ts";

export type Welcome = Extract<HostFrame, { t: "welcome" }>;

export type GuestStatus =
	| { readonly kind: "connecting" | "live" }
	/** Lost, or the host is away; tried again by itself. */
	| { readonly kind: "waiting"; readonly text: string }
	| { readonly kind: "ended"; readonly text: string };

/** What a guest's screen is told, in order. Nothing live comes before the end of a snapshot. */
export interface GuestView {
	status(status: GuestStatus): void;
	/** A snapshot begins. With `continues` its entries follow those that are there. */
	welcome(welcome: Welcome): void;
	entries(entries: readonly SessionEntry[]): void;
	/** Everything up to now is there. */
	ready(): void;
	live(frame: LiveFrame): void;
	/** The host refused something. */
	refused(message: string): void;
}

export type LiveFrame = Exclude<HostFrame, { t: "welcome" | "snapshot-chunk" | "bye" | "error" }>;

export interface GuestOptions {
	readonly link: CollabLink & { readonly relay: string };
	readonly name: string;
	readonly view: GuestView;
	readonly toBase64Url: (bytes: Uint8Array) => string;
	readonly newSocket?: (url: string) => WebSocket;
	/** What is there from an earlier visit. */
	readonly since?: { readonly session: string; readonly entry: string } | undefined;
}

/** A silent host does not have the key of this link. Every chunk of a snapshot starts the wait anew. */
const patienceMs = 15_000;
const maxWaitingFrames = 5000;

/** A guest's end of the protocol, in a terminal and in a browser. */
export class GuestClient {
	readonly #options: GuestOptions;
	readonly #connection: StayConnected;
	#phase: "connecting" | "snapshot" | "live" | "ended" = "connecting";
	#since: { session: string; entry: string } | undefined;
	#session: string | undefined;
	#welcomed: Welcome | undefined;
	#waiting: LiveFrame[] = [];
	#hasMessage = false;
	#rejected = 0;
	#patience: ReturnType<typeof setTimeout> | undefined;

	private constructor(options: GuestOptions, seal: FrameSeal) {
		this.#options = options;
		this.#since = options.since;
		const url = `${options.link.relay}/r/${options.link.room}?role=guest`;
		const connect = options.newSocket ?? ((address) => new WebSocket(address));
		this.#connection = new StayConnected(() => connect(url), seal, {
			onOpen: () => this.#hello(),
			onControl: () => {},
			onFrame: (_peer, frame) => this.#onFrame(parseHostFrame(frame)),
			onRejected: () => this.#onRejected(),
			onLost: (code) => this.#onLost(code),
		});
	}

	static async start(options: GuestOptions): Promise<GuestClient> {
		return new GuestClient(options, await FrameSeal.from(options.link.key));
	}

	get isLive(): boolean {
		return this.#phase === "live";
	}

	get isReadOnly(): boolean {
		return this.#welcomed?.readOnly ?? this.#options.link.writeToken === undefined;
	}

	/** False when it cannot be sent now. */
	send(frame: GuestFrame): boolean {
		if (!this.isLive || !this.#connection.isOpen) return false;
		this.#connection.send(everyone, frame);
		return true;
	}

	retryNow(): void {
		this.#connection.retryNow();
	}

	async end(): Promise<void> {
		clearTimeout(this.#patience);
		this.#phase = "ended";
		await this.#connection.end();
	}

	#hello(): void {
		const { name, link, toBase64Url } = this.#options;
		const writeToken = link.writeToken && toBase64Url(link.writeToken);
		const since = this.#since;
		this.#phase = "connecting";
		this.#waiting = [];
		this.#rejected = 0;
		this.#connection.send(everyone, {
			t: "hello",
			proto: protocolVersion,
			name,
			...(writeToken !== undefined && { writeToken }),
			...(since && { since }),
		});
		this.#wait();
	}

	#wait(): void {
		clearTimeout(this.#patience);
		this.#patience = setTimeout(() => {
			if (this.#welcomed) void this.#connection.retryNow();
			else this.#finish(wrongKey);
		}, patienceMs);
	}

	#onRejected(): void {
		this.#rejected += 1;
		if (this.#rejected >= 3 && this.#phase === "connecting" && !this.#welcomed) this.#finish(wrongKey);
	}

	#onLost(code: number): boolean {
		clearTimeout(this.#patience);
		if (this.#phase === "ended") return false;
		this.#phase = "connecting";
		if (code === closeCodes.full) return this.#finish("The room is full.");
		const isGone = code === closeCodes.noHost || code === closeCodes.roomClosed;
		if (code === closeCodes.noHost && !this.#welcomed)
			return this.#finish("Nobody shares this session now. Ask the host for a new link.");
		const text = isGone ? "The host is away. Waiting for it to come back." : "The connection is lost. Trying again.";
		this.#options.view.status({ kind: "waiting", text });
		return true;
	}

	#finish(text: string): false {
		this.#phase = "ended";
		clearTimeout(this.#patience);
		this.#options.view.status({ kind: "ended", text });
		void this.#connection.end();
		return false;
	}

	#onFrame(frame: HostFrame | undefined): void {
		if (!frame || this.#phase === "ended") return;
		const { view } = this.#options;
		switch (frame.t) {
			case "welcome":
				this.#connection.settle();
				this.#phase = "snapshot";
				this.#welcomed = frame;
				this.#session = frame.header.id;
				this.#waiting = [];
				this.#hasMessage = false;
				if (!frame.continues) this.#since = undefined;
				view.welcome(frame);
				this.#wait();
				return;
			case "snapshot-chunk":
				if (this.#phase !== "snapshot") return;
				view.entries(frame.entries);
				this.#note(frame.entries.at(-1));
				if (frame.final) this.#becomeLive();
				else this.#wait();
				return;
			case "bye":
				this.#finish(`The host has ended the shared session${frame.reason === "" ? "" : `: ${frame.reason}`}.`);
				return;
			case "error":
				if (this.#welcomed) view.refused(frame.message);
				else this.#finish(frame.message);
				return;
			default:
				if (this.#phase === "live") this.#show(frame);
				else if (this.#phase === "snapshot" && this.#waiting.length < maxWaitingFrames) this.#waiting.push(frame);
		}
	}

	#becomeLive(): void {
		clearTimeout(this.#patience);
		this.#phase = "live";
		const { view } = this.#options;
		view.ready();
		view.status({ kind: "live" });
		for (const frame of this.#waiting.splice(0)) this.#show(frame);
	}

	#show(frame: LiveFrame): void {
		if (frame.t === "entry") this.#note(frame.entry);
		for (const shown of frame.t === "event" ? this.#complete(frame) : [frame]) this.#options.view.live(shown);
	}

	/** The start of a message that was already being written when this guest joined is made up. */
	#complete(frame: Extract<LiveFrame, { t: "event" }>): readonly LiveFrame[] {
		const { event } = frame;
		if (event.type === "message_start") this.#hasMessage = true;
		if (event.type === "message_end") this.#hasMessage = false;
		if (event.type !== "message_update" || this.#hasMessage) return [frame];
		this.#hasMessage = true;
		const { message } = event as { readonly message?: unknown; readonly type: string };
		const start = { type: "message_start", message };
		return [{ t: "event", event: start }, frame];
	}

	#note(entry: SessionEntry | undefined): void {
		if (entry && this.#session !== undefined) this.#since = { session: this.#session, entry: entry.id };
	}
}

const wrongKey =
	"The host does not answer. The link may be incomplete or that of another session; ask for it once more.";
