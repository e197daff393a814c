import type { SessionEntry } from "@oh-my-pi/pi-session/entry/entry";
import { toBase64Url } from "@oh-my-pi/pi-utils/bytes/base64url";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
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
	readonly newSocket?: (url: string) => WebSocket;
	readonly patienceMs?: number;
	/** When the host gives no sign of life. */
	readonly silenceMs?: number;
	readonly probeMs?: number;
	/** What is there from an earlier visit. */
	readonly since?: { readonly session: string; readonly entry: string } | undefined;
}

/** A silent host does not have the key of this link. Every chunk of a snapshot starts the wait anew. */
const defaultPatienceMs = 15_000;
/** Live frames kept until a snapshot ends; with more, the rest of the snapshot is fetched anew. */
const maxWaitingFrames = 5000;
const rememberedFrames = 20_000;
/** Asks for the transcript of an agent that does not exist: each host answers that, also to a guest who only watches. */
const probe = { t: "fetch-transcript", reqId: "sign-of-life", agentId: "", fromByte: 0 } as const;

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
	#hasFailed = false;
	#rejected = 0;
	#patience: ReturnType<typeof setTimeout> | undefined;

	private constructor(options: GuestOptions, seal: FrameSeal) {
		this.#options = options;
		this.#since = options.since;
		const { link, newSocket = (address) => new WebSocket(address), silenceMs, probeMs } = options;
		const url = `${link.relay}/r/${link.room}?role=guest`;
		const timing = { ...(silenceMs !== undefined && { silenceMs }), ...(probeMs !== undefined && { probeMs }) };
		this.#connection = new StayConnected(
			() => newSocket(url),
			{ seal, rememberedFrames, ...timing },
			{
				onOpen: () => this.#hello(),
				onControl: () => {},
				onFrame: (_peer, frame) => this.#onFrame(parseHostFrame(frame)),
				onRejected: () => this.#onRejected(),
				onProblem: (error) => this.#onProblem(error),
				onLost: (code, _attempt, problem) => this.#onLost(code, problem),
				// Before that, a host that is silent has its own limit.
				probe: () => this.send(probe),
			},
		);
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

	/** Makes sure of the connection, for example after sleep. */
	check(limitMs?: number): void {
		this.#connection.check(limitMs);
	}

	async end(): Promise<void> {
		clearTimeout(this.#patience);
		this.#phase = "ended";
		await this.#connection.end();
	}

	#hello(): void {
		const { name, link } = this.#options;
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
			if (this.#welcomed) this.#connection.reopen();
			else this.#finish(wrongKey);
		}, this.#options.patienceMs ?? defaultPatienceMs);
	}

	#onRejected(): void {
		this.#rejected += 1;
		if (this.#rejected >= 3 && this.#phase === "connecting" && !this.#welcomed) this.#finish(wrongKey);
	}

	#onLost(code: number, certificateProblem?: string): boolean {
		clearTimeout(this.#patience);
		if (this.#phase === "ended") return false;
		this.#phase = "connecting";
		if (code === closeCodes.closedByHost) return this.#finish("The host has closed this connection.");
		if (code === closeCodes.full) return this.#finish("The room is full.");
		if (certificateProblem !== undefined)
			return this.#finish(
				`The certificate of the relay ${this.#options.link.relay} does not count: ${certificateProblem}`,
			);
		const isGone = code === closeCodes.noHost || code === closeCodes.roomClosed;
		if (code === closeCodes.noHost && !this.#welcomed)
			return this.#finish("Nobody shares this session now. Ask the host for a new link.");
		const text = isGone ? "The host is away. Waiting for it to come back." : "The connection is lost. Trying again.";
		this.#tell((view) => view.status({ kind: "waiting", text }));
		return true;
	}

	#finish(text: string): false {
		this.#phase = "ended";
		clearTimeout(this.#patience);
		this.#tell((view) => view.status({ kind: "ended", text }));
		void this.#connection.end();
		return false;
	}

	#onFrame(frame: HostFrame | undefined): void {
		if (!frame || this.#phase === "ended") return;
		switch (frame.t) {
			case "welcome":
				this.#connection.settle();
				this.#phase = "snapshot";
				this.#welcomed = frame;
				this.#session = frame.header.id;
				this.#waiting = [];
				this.#hasMessage = false;
				if (!frame.continues) this.#since = undefined;
				this.#tell((view) => view.welcome(frame));
				this.#wait();
				return;
			case "snapshot-chunk":
				if (this.#phase !== "snapshot") return;
				this.#tell((view) => view.entries(frame.entries));
				this.#note(frame.entries.at(-1));
				if (frame.final) this.#becomeLive();
				else this.#wait();
				return;
			case "bye":
				this.#finish(`The host has ended the shared session${frame.reason === "" ? "" : `: ${frame.reason}`}.`);
				return;
			case "error":
				if (this.#welcomed) this.#tell((view) => view.refused(frame.message));
				else this.#finish(frame.message);
				return;
			default:
				if (frame.t === "transcript" && frame.reqId === probe.reqId) return;
				if (this.#phase === "live") this.#show(frame);
				else if (this.#phase === "snapshot") this.#keep(frame);
		}
	}

	/** For the end of the snapshot. None may be missing, so with too many of them the session is fetched from here on. */
	#keep(frame: LiveFrame): void {
		this.#waiting.push(frame);
		if (this.#waiting.length <= maxWaitingFrames) return;
		this.#phase = "connecting";
		this.#waiting = [];
		this.#connection.reopen();
	}

	#becomeLive(): void {
		clearTimeout(this.#patience);
		this.#phase = "live";
		this.#tell((view) => view.ready());
		this.#tell((view) => view.status({ kind: "live" }));
		for (const frame of this.#waiting.splice(0)) this.#show(frame);
	}

	#show(frame: LiveFrame): void {
		if (frame.t === "entry") this.#note(frame.entry);
		for (const shown of frame.t === "event" ? this.#complete(frame) : [frame]) this.#tell((view) => view.live(shown));
	}

	/** What one frame does to a view must not end the others. */
	#tell(show: (view: GuestView) => void): void {
		try {
			show(this.#options.view);
		} catch (error) {
			this.#onProblem(error);
		}
	}

	#onProblem(error: unknown): void {
		if (this.#hasFailed) return;
		this.#hasFailed = true;
		try {
			this.#options.view.refused(`Part of the session cannot be shown: ${errorMessage(error)}`);
		} catch {
			// A view that cannot even say this has nothing to say it with.
		}
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
