import { tokenRedactor } from "@oh-my-pi/pi-secrets/hider/redact-tokens";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Hook } from "../../../conversation/hooks/hook.ts";
import { modelSettings } from "../../../settings/sections/model/model.ts";
import { advisorSettings } from "../../../settings/sections/services/advisor.ts";
import type { ConversationContext } from "../../../workbench/running-feature.ts";
import type { Workbench } from "../../../workbench/workbench.ts";
import { NoteDelivery } from "../delivery/note-delivery.ts";
import { renderDelta } from "../delta/render-delta.ts";
import { type OpenedReviewers, openReviewers } from "../reviewer/open-reviewers.ts";
import type { Reviewer } from "../reviewer/reviewer.ts";
import type { SpendCount } from "../reviewer/spend-count.ts";

export interface ConversationAdvisorOptions {
	readonly workbench: Workbench;
	readonly context: ConversationContext;
	/** A selector or role; the role `advisor` by default. */
	readonly model?: string | undefined;
	/** What was said before is not reviewed. */
	readonly startsAtEnd: boolean;
	/** A screen may show something else now. */
	readonly onChange: () => void;
	/** Goes on when the advisor is switched off and on again. */
	readonly spend: SpendCount;
}

const syncWaitMs = 30_000;
/** A replayed transcript, or one update. */
const maxCharacters = 60_000;

/** Shows each turn of a conversation to its advisors. */
export class ConversationAdvisor {
	readonly #options: ConversationAdvisorOptions;
	readonly #delivery: NoteDelivery;
	readonly #redact: (text: string) => string;
	/** How many messages of the primary the advisors have been given. */
	#cursor: number;
	#opened: Promise<OpenedReviewers> | undefined;
	#current: OpenedReviewers | undefined;
	#changed = Promise.withResolvers<void>();
	#hasWaitedInVain = false;
	#isDisposed = false;

	constructor(options: ConversationAdvisorOptions) {
		const { workbench, context, startsAtEnd } = options;
		const { conversation } = context;
		this.#options = options;
		this.#cursor = startsAtEnd ? conversation.messages.length : 0;
		this.#redact = workbench.requests.guard?.hide ?? tokenRedactor(workbench.host.env);
		this.#delivery = new NoteDelivery({
			conversation,
			immuneTurns: () => context.settings.get(advisorSettings.immuneTurns),
			mayStartRuns: () => !workbench.frontEnd.holdsRuns,
			now: workbench.host.now,
			notify: (text) => conversation.notify("warning", text, "advisor"),
		});
	}

	get hook(): Hook {
		return {
			name: "advisor",
			afterTurn: (results) => this.#turnEnded(results.length > 0),
			onEvent: (event) => {
				if (event.type === "turn_start") this.#delivery.turnStarted();
				if (event.type === "message_end") this.#delivery.delivered(event.message);
				if (event.type === "agent_end") this.#delivery.runEnded();
			},
			afterCompaction: () => this.reset(),
			onHistoryReplaced: () => this.reset(),
			dispose: () => this.dispose(),
		};
	}

	get reviewers(): readonly Reviewer[] {
		return this.#current?.reviewers ?? [];
	}

	/** Models and watchdog files were looked for. */
	get isOpen(): boolean {
		return this.#opened !== undefined;
	}

	/** Nothing reviews: no model was found, or none is set for the role before one is looked for. */
	get isMissing(): boolean {
		if (this.#current) return this.#current.reviewers.length === 0;
		return this.#options.context.settings.get(modelSettings.modelRoles).advisor === undefined;
	}

	get noteCount(): number {
		return this.#delivery.count;
	}

	/** Reads the watchdog files and finds the models, if that has not happened yet. */
	open(): Promise<OpenedReviewers> {
		this.#opened ??= openReviewers({
			...this.#options,
			deliver: (note) => this.#delivery.deliver(note),
			transcript: () => this.#render(0, true),
			onChange: () => this.#change(),
		})
			.catch((error: unknown) => this.#failed(errorMessage(error)))
			.then((opened) => {
				this.#current = opened;
				this.#change();
				return opened;
			});
		return this.#opened;
	}

	#failed(message: string): OpenedReviewers {
		this.#options.context.conversation.notify("warning", `The advisor does not run: ${message}`, "advisor");
		return { reviewers: [], missing: [{ message }], dispose: async () => {} };
	}

	/** The next update replays what the primary has in its context. */
	reset(): void {
		this.#cursor = 0;
		this.#delivery.reset();
		for (const reviewer of this.reviewers) reviewer.reset();
	}

	/** The same, with models and watchdog files as they are now. */
	async reload(): Promise<OpenedReviewers> {
		const before = this.#opened;
		this.#opened = undefined;
		this.#current = undefined;
		await (await before)?.dispose();
		return this.open();
	}

	/** Resolves when something about the advisors is different. */
	get changed(): Promise<void> {
		return this.#changed.promise;
	}

	/** Whether an update waits or is being reviewed. */
	get isBusy(): boolean {
		return (
			(this.#opened !== undefined && this.#current === undefined) || this.reviewers.some(({ isWorking }) => isWorking)
		);
	}

	takeKeptNotes(): ReturnType<NoteDelivery["takeKept"]> {
		return this.#delivery.takeKept();
	}

	async dispose(): Promise<void> {
		this.#isDisposed = true;
		await (await this.#opened)?.dispose();
		this.#change();
	}

	#turnEnded(isInProgress: boolean): Promise<void> | undefined {
		this.#delivery.turnEnded(isInProgress);
		const update = this.#render(this.#cursor, isInProgress);
		this.#cursor = this.#options.context.conversation.messages.length;
		if (update === "" || this.#isDisposed) return undefined;
		const added = this.open().then(({ reviewers }) => {
			for (const reviewer of reviewers) reviewer.add(update);
		});
		const limit = Number(this.#options.context.settings.get(advisorSettings.syncBacklog));
		return Number.isNaN(limit) ? undefined : added.then(() => this.#catchUp(limit));
	}

	#render(from: number, isInProgress: boolean): string {
		const { messages } = this.#options.context.conversation;
		// After a rewind there may be fewer than before.
		const fresh = messages.slice(from > messages.length ? 0 : from);
		return renderDelta(fresh, { isInProgress, redact: this.#redact, maxCharacters });
	}

	/** Waits while that many updates are unreviewed, until the user wants something else. Was that in vain, it waits no more until they are reviewed. */
	async #catchUp(limit: number): Promise<void> {
		const { conversation } = this.#options.context;
		const isBehind = () => this.reviewers.some(({ unreviewed }) => unreviewed >= limit);
		if (!this.reviewers.some(({ unreviewed }) => unreviewed > limit)) this.#hasWaitedInVain = false;
		if (this.#hasWaitedInVain) return;
		const ended = new AbortController();
		const steered = conversation.queue.whenSteered(ended.signal);
		let mayWait = true;
		const stop = () => {
			mayWait = false;
			this.#change();
		};
		void steered.then(stop);
		const deadline = setTimeout(() => {
			this.#hasWaitedInVain = true;
			stop();
		}, syncWaitMs);
		// An abort of the run is not announced to hooks.
		const watch = setInterval(() => conversation.isAborting && stop(), 50);
		try {
			while (mayWait && isBehind() && !this.#isDisposed) await this.changed;
		} finally {
			clearTimeout(deadline);
			clearInterval(watch);
			ended.abort();
		}
	}

	#change(): void {
		const before = this.#changed;
		this.#changed = Promise.withResolvers<void>();
		before.resolve();
		this.#options.onChange();
	}
}
