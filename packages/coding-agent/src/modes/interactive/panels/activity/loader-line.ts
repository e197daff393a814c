import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { Loader } from "@oh-my-pi/pi-tui/widgets/loader";
import { shortDuration, shortNumber } from "@oh-my-pi/pi-utils/text/short-number";
import { displaySettings } from "../../../../settings/sections/screen/display.ts";
import type { OpenedConversation } from "../../../../workbench/opened-conversation.ts";
import { errorSummary } from "../../transcript/draw/parts/error-summary.ts";
import type { ScreenEvent } from "../../transcript/reduce/reduce.ts";
import { activityAfter, activityText, atRest, isBusy } from "./activity.ts";
import { isFarAway, type Shimmer, shimmer } from "./shimmer.ts";

export interface LoaderLineOptions {
	readonly loader: Loader;
	readonly theme: Theme;
	readonly now: () => number;
	readonly shimmer: () => Shimmer;
}

export function openLoaderLine(loader: Loader, theme: Theme, { host, settings }: OpenedConversation): LoaderLine {
	const kind = () => (isFarAway(host.env) ? "disabled" : settings.get(displaySettings.shimmer));
	return new LoaderLine({ loader, theme, now: host.now, shimmer: kind });
}

/** How long something takes is shown from the first full second on. */
const shownTimeAfterMs = 1000;
const shownWorkAfterMs = 1000;

/** Says what is going on below the transcript: what the model is at, or a command of the user's that takes its time. */
export class LoaderLine {
	readonly #options: LoaderLineOptions;
	readonly #clock: RunClock;
	readonly #output = new OutputCount();
	#activity = atRest;
	#isPaused = false;
	/** What a command says it is doing. */
	#commandText: string | undefined;
	/** What an extension wants to be said while the model works. */
	#working: string | undefined;
	/** Something that a command waits for. */
	#work: { count: number; timer: Timer | undefined; isShown: boolean } = { count: 0, timer: undefined, isShown: false };

	constructor(options: LoaderLineOptions) {
		this.#options = options;
		this.#clock = new RunClock(options.now);
	}

	handle(event: ScreenEvent): void {
		this.#output.handle(event);
		const before = this.#activity;
		this.#activity = activityAfter(before, event, this.#options.now());
		if (this.#activity === before) return;
		if (!isBusy(before) && isBusy(this.#activity)) this.#clock.start();
		this.#update();
	}

	/** Follows work that says nothing about itself; what takes longer than a moment is shown. */
	async follow(work: Promise<void>): Promise<void> {
		if (this.#work.count++ === 0 && !isBusy(this.#activity)) this.#clock.start();
		this.#work.timer ??= setTimeout(() => {
			this.#work.isShown = true;
			this.#update();
		}, shownWorkAfterMs);
		try {
			await work;
		} finally {
			if (--this.#work.count === 0) this.#endWork();
		}
	}

	/** Says what is being done while it is done. */
	async during<Result>(words: string, work: () => Promise<Result>): Promise<Result> {
		if (!isBusy(this.#activity)) this.#clock.start();
		this.#commandText = words;
		this.#update();
		try {
			return await work();
		} finally {
			this.#commandText = undefined;
			this.#update();
		}
	}

	/** Other words while the model works; `undefined` for the usual ones. */
	setWorkingMessage(words: string | undefined): void {
		this.#working = words;
		this.#update();
	}

	/** Somebody is being asked something; that time does not count. */
	pause(isPaused: boolean): void {
		this.#isPaused = isPaused;
		if (isPaused) this.#clock.pause();
		else this.#clock.resume();
		this.#update();
	}

	stop(): void {
		clearTimeout(this.#work.timer);
		this.#options.loader.stop();
	}

	#endWork(): void {
		clearTimeout(this.#work.timer);
		this.#work = { count: 0, timer: undefined, isShown: false };
		this.#update();
	}

	#update(): void {
		const { loader } = this.#options;
		const isShown = isBusy(this.#activity) || this.#commandText !== undefined || this.#work.isShown;
		if (isShown && !this.#isPaused) loader.start(() => this.#text());
		else loader.stop();
	}

	#busyWords(now: number): string {
		const { retry, compaction } = this.#activity;
		const isUsual = retry !== undefined || compaction !== undefined;
		return (isUsual ? undefined : this.#working) ?? activityText(this.#activity, now);
	}

	#text(): string {
		const { theme, now, loader } = this.#options;
		const { retry, compaction } = this.#activity;
		const words = this.#commandText ?? (isBusy(this.#activity) ? this.#busyWords(now()) : "Working…");
		const lit = shimmer(words, loader.frame, this.#options.shimmer(), theme);
		if (retry) return `${lit} ${theme.dim(errorSummary(retry.reason))}`;
		const dot = theme.symbol("text.dot");
		const key = `${theme.symbol("bracket.left")}esc${theme.symbol("bracket.right")}`;
		const elapsedMs = this.#clock.elapsedMs;
		const showsTime = elapsedMs >= shownTimeAfterMs;
		const facts = showsTime ? [shortDuration(elapsedMs)] : [];
		const { tokens } = this.#output;
		if (showsTime && isBusy(this.#activity) && tokens > 0)
			facts.push(`${theme.symbol("icon.tokensOut")} ${shortNumber(tokens)}`);
		const hint = compaction === undefined ? [theme.dim(key)] : [];
		return [lit, ...facts.map((fact) => theme.dim(`${dot} ${fact}`)), ...hint].join(" ");
	}
}

/** Until the provider has counted, a token is taken for this many characters. */
const charsPerToken = 4;

/** How many tokens the model has written since the prompt. */
class OutputCount {
	#counted = 0;
	#streamedChars = 0;

	get tokens(): number {
		return this.#counted + Math.round(this.#streamedChars / charsPerToken);
	}

	handle(event: ScreenEvent): void {
		if (event.type === "agent_start") this.#counted = 0;
		if (event.type === "message_start") this.#streamedChars = 0;
		if (event.type === "message_update" && "delta" in event.assistantMessageEvent) {
			this.#streamedChars += event.assistantMessageEvent.delta.length;
		}
		if (event.type !== "message_end" || event.message.role !== "assistant") return;
		this.#counted += event.message.usage.output || Math.round(this.#streamedChars / charsPerToken);
		this.#streamedChars = 0;
	}
}

/** How long something has been going on, without the time in which the user was asked something. */
class RunClock {
	readonly #now: () => number;
	#startedAt = 0;
	#pausedAt: number | undefined;
	#pausedMs = 0;

	constructor(now: () => number) {
		this.#now = now;
	}

	start(): void {
		this.#startedAt = this.#now();
		this.#pausedMs = 0;
		if (this.#pausedAt !== undefined) this.#pausedAt = this.#startedAt;
	}

	pause(): void {
		this.#pausedAt ??= this.#now();
	}

	resume(): void {
		if (this.#pausedAt !== undefined) this.#pausedMs += this.#now() - this.#pausedAt;
		this.#pausedAt = undefined;
	}

	get elapsedMs(): number {
		return (this.#pausedAt ?? this.#now()) - this.#startedAt - this.#pausedMs;
	}
}
