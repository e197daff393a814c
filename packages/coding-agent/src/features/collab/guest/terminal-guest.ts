import { join } from "node:path";
import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { ConversationOp } from "../../../conversation/contract/op.ts";
import type { RemoteRuns, RemoteState } from "../../../conversation/contract/remote-runs.ts";
import type { ConversationEvent } from "../../../conversation/event/event.ts";
import { approvalModes, approvalModeWords } from "../../../settings/approval-mode.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { GuestFrame, Participant, SharedState } from "../protocol/frames.ts";
import type { CollabLink } from "../protocol/link.ts";
import { GuestClient, type GuestStatus, type GuestView, type LiveFrame, type Welcome } from "./guest-client.ts";
import { GuestQuestions } from "./guest-questions.ts";
import { Replica } from "./replica.ts";

export interface TerminalGuestOptions {
	readonly session: OpenedConversation;
	readonly link: CollabLink & { readonly relay: string };
	readonly name: string;
	/** `~/.omp/collab` */
	readonly folder: string;
	/** Shows the history of the session anew. */
	readonly showSession: (heading: string) => void;
	/** Status line and panel say something else. */
	readonly onChange: () => void;
}

/** A conversation whose runs take place in a session that somebody else shares. */
export class TerminalGuest implements GuestView, RemoteRuns {
	readonly #options: TerminalGuestOptions;
	readonly #replica: Replica;
	readonly #previous: SessionLog;
	readonly #questions: GuestQuestions;
	readonly #ready = Promise.withResolvers<void>();
	#client: GuestClient | undefined;
	#shared: SharedState | undefined;
	#status: GuestStatus = { kind: "connecting" };
	#isReadOnly = false;
	#isStreaming = false;
	/** Entries that came with the last snapshot. */
	#missed = 0;
	/** What comes in while the history is being exchanged. */
	#work: Promise<void> = Promise.resolve();

	private constructor(options: TerminalGuestOptions) {
		const { session, folder, link } = options;
		this.#options = options;
		this.#replica = new Replica(join(folder, `${link.room}.jsonl`));
		this.#previous = session.log;
		this.#questions = new GuestQuestions(session.frontEnd, (frame) => void this.#client?.send(frame));
	}

	/** Resolves when the shared session is on the screen; rejects with words for the user. */
	static async join(options: TerminalGuestOptions): Promise<TerminalGuest> {
		const guest = new TerminalGuest(options);
		const { link, name } = options;
		guest.#client = await GuestClient.start({
			link,
			name,
			view: guest,
			since: guest.#replica.last,
		});
		try {
			await guest.#ready.promise;
		} catch (error) {
			await guest.#client.end();
			throw error;
		}
		return guest;
	}

	get file(): string {
		return this.#replica.file;
	}

	get participants(): readonly Participant[] {
		return this.#shared?.participants ?? [];
	}

	get isReadOnly(): boolean {
		return this.#isReadOnly;
	}

	get isStreaming(): boolean {
		return this.#isStreaming;
	}

	get isAborting(): boolean {
		return this.#shared?.isAborting ?? false;
	}

	get state(): RemoteState {
		const { model, thinkingLevel, contextUsage, approvalMode, cwd } = this.#shared ?? {};
		return {
			statuses: [this.words],
			approvalMode: approvalModes.find((mode) => mode === approvalMode),
			cwd,
			modelName: model?.name,
			thinkingLevel,
			contextTokens: contextUsage?.tokens,
			contextWindow: contextUsage?.contextWindow,
		};
	}

	/** A few words for the status line. */
	get words(): string {
		if (this.#status.kind === "ended") return "shared session: ended";
		if (this.#status.kind !== "live") return "shared session: waiting";
		const host = this.participants.find(({ role }) => role === "host")?.name ?? "host";
		return `${host}'s session, ${this.participants.length} here${this.#isReadOnly ? ", view-only" : ""}`;
	}

	/** What the runs of the session have, none of which is of this machine. */
	get #facts(): string {
		const { model, cwd } = this.#shared ?? {};
		const { approvalMode } = this.state;
		const approvals = approvalMode && `approvals: ${approvalModeWords[approvalMode].sentence.toLowerCase()}`;
		const facts = [model && `Model: ${model.name}`, approvals, cwd && `folder: ${cwd}`].filter(Boolean);
		return facts.length === 0 ? "" : `${facts.join(", ")}. `;
	}

	async submit(op: ConversationOp): Promise<void> {
		switch (op.type) {
			case "prompt":
			case "steer":
			case "follow_up":
			case "abort_and_prompt": {
				const images = op.images?.map(({ data, mimeType }: ImageContent) => ({
					type: "image" as const,
					data,
					mimeType,
				}));
				return this.#send({ t: "prompt", text: op.text, ...(images?.length && { images }) });
			}
			case "abort":
				return this.#send({ t: "abort" });
			case "clear_queue":
				return;
			default:
				throw new Error("Only the host can do this in a shared session. /leave goes back to your own.");
		}
	}

	/** Goes back to the session from before. */
	async leave(): Promise<void> {
		const { session } = this.#options;
		this.#questions.end();
		await this.#client?.end();
		await this.#work;
		session.conversation.follow(undefined);
		if (session.log === this.#previous) return;
		await session.conversation.changeSession({
			isReplica: true,
			open: async () => ({ log: this.#previous }),
			after: switched,
		});
	}

	/** The process ends: only the connection is closed. */
	async end(): Promise<void> {
		this.#questions.end();
		await this.#client?.end();
		await ignoreFailure(this.#previous.close(), "its problems were reported when it was written");
	}

	status(status: GuestStatus): void {
		const { conversation } = this.#options.session;
		const wasWaiting = this.#status.kind === "waiting";
		this.#status = status;
		// The host asks those again that are still open.
		if (status.kind !== "live") this.#questions.end();
		if (status.kind === "ended") {
			this.#ready.reject(new Error(status.text));
			if (conversation.remote === this)
				conversation.notify(
					"warning",
					`${status.text} The copy stays in ${this.file}; /leave goes back to your own session.`,
				);
			this.#endRun();
		}
		if (status.kind === "waiting" && !wasWaiting && conversation.remote === this) {
			this.#endRun();
			conversation.notify("warning", `${status.text} The copy is in ${this.file}.`);
		}
		this.#options.onChange();
	}

	welcome({ header, continues, state, readOnly }: Welcome): void {
		this.#shared = state;
		this.#isReadOnly = readOnly ?? false;
		this.#do(() => {
			this.#missed = 0;
			if (!continues) this.#replica.begin(header);
		});
	}

	entries(entries: Parameters<GuestView["entries"]>[0]): void {
		this.#do(() => {
			this.#missed += entries.length;
			this.#replica.add(entries);
		});
	}

	ready(): void {
		this.#do(async () => {
			const { session, showSession } = this.#options;
			const { conversation } = session;
			const { log, isOther } = this.#replica.finish(session.log.environment);
			const isFirst = conversation.remote !== this;
			if (isOther || this.#missed > 0)
				await conversation.changeSession({
					isReplica: true,
					open: async () => ({ log }),
					after: switched,
					...(isFirst && { leave: async () => {} }),
				});
			conversation.follow(this);
			this.#setStreaming(this.#shared?.isStreaming ?? false);
			if (isOther) showSession(`${this.words}. ${this.#facts}Your copy: ${this.file}`);
			else if (this.#missed > 0) showSession("Connected again");
			else conversation.notify("info", "Connected again.");
			this.#ready.resolve();
		});
	}

	live(frame: LiveFrame): void {
		this.#do(() => this.#show(frame));
	}

	refused(message: string): void {
		this.#options.session.conversation.notify("warning", message);
	}

	async #show(frame: LiveFrame): Promise<void> {
		const { session, onChange } = this.#options;
		switch (frame.t) {
			case "entry":
				return this.#replica.add([frame.entry]);
			case "event":
				return this.#showEvent(frame.event as ConversationEvent);
			case "state":
				this.#shared = frame.state;
				this.#setStreaming(frame.state.isStreaming);
				return onChange();
			case "ui-request":
				return this.#questions.ask(frame.request);
			case "ui-request-end":
				return this.#questions.takeBack(frame.reqId);
			case "transcript":
				if (frame.error !== undefined) session.conversation.notify("warning", frame.error);
				return;
			default:
				return;
		}
	}

	async #showEvent(event: ConversationEvent): Promise<void> {
		if (event.type === "agent_start") this.#isStreaming = true;
		if (event.type === "agent_end") this.#isStreaming = event.isTerminal === false;
		await this.#options.session.conversation.showRemote(completeEvent(event));
	}

	/** Joined in the middle of a run, or its end was missed. */
	#setStreaming(isStreaming: boolean): void {
		if (isStreaming && !this.#isStreaming) void this.#showEvent({ type: "agent_start" });
		else if (!isStreaming) this.#endRun();
	}

	#endRun(): void {
		if (this.#isStreaming) void this.#showEvent({ type: "agent_end", messages: [] });
	}

	#send(frame: GuestFrame): void {
		if (this.#isReadOnly) throw new Error("This link is view-only: you can watch, but not take part.");
		if (!this.#client?.send(frame)) throw new Error("Not connected to the shared session just now; nothing was sent.");
	}

	#do(work: () => void | Promise<void>): void {
		this.#work = this.#work.then(work).catch((error: unknown) => {
			const text = error instanceof Error ? error.message : String(error);
			this.#ready.reject(error);
			this.#options.session.conversation.notify("error", `Shared session: ${text}`);
		});
	}
}

const switched = (previousSessionFile: string | undefined) =>
	({ type: "session_switch", reason: "resume", previousSessionFile }) as const;

/** What a host leaves out because it is in the event already. */
function completeEvent(event: ConversationEvent): ConversationEvent {
	if (event.type !== "message_update") return event;
	const { assistantMessageEvent, message } = event;
	return {
		...event,
		assistantMessageEvent: { ...assistantMessageEvent, partial: message } as typeof assistantMessageEvent,
	};
}
