import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { raceAbort, sleep } from "@oh-my-pi/pi-utils/abort";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ignoreFailure, withFallback } from "@oh-my-pi/pi-utils/ignore-failure";
import type { Browser } from "../chromium/browsers.ts";
import { closePage } from "../chromium/endpoint.ts";
import type { AdmitFile } from "../chromium/page-guard.ts";
import type { FromTab, Navigation, OpenRequest, Picture, Screenshot, TabState, Viewport } from "../messages.ts";
import { TabFailure, type TabProcess } from "./tab-process.ts";

/** How long a tab may take to react when a run is to stop. */
const graceMs = 750;
const closeMs = 3000;

/** What a run has brought. */
export interface RunOutcome {
	readonly value?: string;
	readonly error?: string;
	/** The words of the error may be the page's. */
	readonly isForeign?: boolean;
}

/** Hears of what a run shows while it runs. */
export interface RunListener {
	display(text: string): void;
	picture(picture: Picture): void;
	screenshot(screenshot: Screenshot, picture: Picture | undefined): void;
}

export interface RunOptions {
	readonly code: string;
	readonly cwd: string;
	readonly timeoutMs: number;
	readonly listener: RunListener;
	/** The time of the run, which stands still while the user is asked. */
	readonly clock: { pause(): void; resume(): void };
	/** Settles when the run has to stop. */
	readonly stopped: Promise<"timeout" | "abort">;
}

/** What a tab asks of the session that uses it. */
export interface TabHost {
	/** Whether a URL may be opened; gives it in full, or throws. */
	readonly admitUrl: (url: string, options: { mayAsk: boolean }) => Promise<string>;
	/** Whether a page may load a file. */
	readonly admitFile: AdmitFile;
	/** The readable part of a page. */
	readonly toMarkdown: (html: string, url: string) => Promise<string>;
}

/** One page, by its name, and the process that drives it. */
export class Tab {
	readonly name: string;
	readonly browser: Browser;
	readonly dialogs: OpenRequest["dialogs"];
	readonly #process: TabProcess;
	#state: TabState | undefined;
	#isBusy = false;
	#gone: string | undefined;
	#notes: string[] = [];
	#foreignNotes: string[] = [];
	#listener: RunListener | undefined;
	#host: TabHost;
	#clock: RunOptions["clock"] | undefined;

	constructor(parts: {
		name: string;
		browser: Browser;
		dialogs: OpenRequest["dialogs"];
		process: TabProcess;
		host: TabHost;
	}) {
		this.name = parts.name;
		this.browser = parts.browser;
		this.dialogs = parts.dialogs;
		this.#process = parts.process;
		this.#host = parts.host;
		parts.process.onMessage((message) => this.#take(message));
		void parts.process.exited.then(() => this.#end("its process has ended"));
		void parts.browser.exited?.then((how) => this.#end(`the browser ${how}`));
	}

	get state(): TabState | undefined {
		return this.#state;
	}

	/** Of the process that drives it. */
	get pid(): number {
		return this.#process.pid;
	}

	get isAlive(): boolean {
		return this.#gone === undefined;
	}

	get isBusy(): boolean {
		return this.#isBusy;
	}

	/** Why it is no more. */
	get gone(): string | undefined {
		return this.#gone;
	}

	/** Whoever uses it now decides what may be reached. */
	set host(host: TabHost) {
		this.#host = host;
	}

	/** What the model should know since last asked. */
	takeNotes(): string[] {
		const notes = [...this.#notes, ...this.browser.takeRefusals()];
		this.#notes = [];
		return notes;
	}

	/** The same with words of the page: what a dialog says, how a download is called. */
	takeForeignNotes(): string[] {
		const notes = this.#foreignNotes;
		this.#foreignNotes = [];
		return notes;
	}

	async open(request: OpenRequest, signal: AbortSignal): Promise<void> {
		const { state } = await raceAbort(this.#process.request({ type: "open", ...request }), signal);
		this.#state = state;
	}

	async resize(viewport: Viewport, signal: AbortSignal): Promise<void> {
		const { state } = await raceAbort(this.#process.request({ type: "resize", viewport }), signal);
		this.#state = state;
	}

	/** Throws `TabFailure` with what there is of the page. */
	async navigate(navigation: Navigation, signal: AbortSignal): Promise<void> {
		this.check();
		this.#isBusy = true;
		try {
			const { state } = await raceAbort(this.#process.request({ type: "navigate", ...navigation }), signal);
			this.#state = state;
		} catch (error) {
			if (error instanceof TabFailure && error.state) this.#state = error.state;
			throw error;
		} finally {
			this.#isBusy = false;
		}
	}

	/** Throws unless it can be used now. */
	check(): void {
		if (!this.isAlive) throw new ToolError(`Tab "${this.name}" is not alive. Reopen it.`);
		if (this.#isBusy) throw new ToolError(`Tab "${this.name}" is busy`);
	}

	async run({ code, cwd, timeoutMs, listener, clock, stopped }: RunOptions): Promise<RunOutcome> {
		this.check();
		this.#isBusy = true;
		this.#listener = listener;
		this.#clock = clock;
		const running = this.#process.request({ type: "run", code, cwd, timeoutMs });
		const settled = running.then(
			(reply): RunOutcome & { state?: TabState } => ({
				...(reply.value !== undefined && { value: reply.value }),
				...(reply.state && { state: reply.state }),
			}),
			(error: unknown) => this.#failed(error),
		);
		try {
			const first = await Promise.race([settled, stopped]);
			const outcome = typeof first === "string" ? await this.#stop(first, settled, timeoutMs) : first;
			if (outcome.state) this.#state = outcome.state;
			return outcome;
		} finally {
			this.#isBusy = false;
			this.#listener = undefined;
			this.#clock = undefined;
		}
	}

	async close(): Promise<void> {
		const isAlive = this.isAlive;
		this.#gone ??= "it was closed";
		if (isAlive) {
			const closed = this.#process.request({ type: "close" });
			const isClosed = await withFallback(
				Promise.race([closed.then(() => true), sleep(closeMs).then(() => false)]),
				false,
				"the process is killed",
			);
			if (!isClosed) await this.#closePage();
		}
		await this.#process.kill();
	}

	async #stop(
		reason: "timeout" | "abort",
		settled: Promise<RunOutcome & { state?: TabState }>,
		timeoutMs: number,
	): Promise<RunOutcome & { state?: TabState }> {
		this.#process.send({ type: "stop", reason });
		const outcome = await Promise.race([settled, sleep(graceMs)]);
		if (outcome) return outcome;
		this.#end("its code did not stop");
		await this.#process.kill();
		await this.#closePage();
		const what =
			reason === "abort"
				? "Browser code execution was stopped"
				: `Browser code execution timed out after ${timeoutMs}ms (stalled on code that never waits)`;
		return { error: `${what}. Tab "${this.name}" was closed. Reopen it.` };
	}

	async #failed(error: unknown): Promise<RunOutcome & { state?: TabState }> {
		if (!(error instanceof Error)) return { error: String(error) };
		// How a browser ended is known a moment after its connection is lost.
		if (this.#process.isAlive === false) await Promise.race([this.browser.exited ?? sleep(0), sleep(200)]);
		if (this.#gone !== undefined) return { error: `Tab "${this.name}" is gone: ${this.#gone}. Reopen it.` };
		if (!(error instanceof TabFailure)) return { error: error.message };
		return { error: error.message, isForeign: !error.isOwn, ...(error.state && { state: error.state }) };
	}

	async #closePage(): Promise<void> {
		const { targetId } = this.#state ?? {};
		if (targetId === undefined || this.browser.wanted.kind === "attached") return;
		await ignoreFailure(closePage(this.browser.endpoint, targetId), "the browser ends later");
	}

	#take(message: FromTab): void {
		if (message.type === "display") this.#listener?.display(message.text);
		else if (message.type === "picture") this.#listener?.picture(message.picture);
		else if (message.type === "screenshot") this.#listener?.screenshot(message.screenshot, message.picture);
		else if (message.type === "note") addTo(message.isForeign ? this.#foreignNotes : this.#notes, message.text);
		else if (message.type === "admit" || message.type === "convert") void this.#answer(message);
		else if (message.type === "gone") this.#end(message.reason);
	}

	async #answer(question: Extract<FromTab, { type: "admit" | "convert" }>): Promise<void> {
		const { id, url } = question;
		// A page that navigates on and on must not keep the run going.
		const clock = question.type === "admit" && question.mayAsk ? this.#clock : undefined;
		clock?.pause();
		try {
			const text =
				question.type === "admit"
					? await this.#host.admitUrl(url, question)
					: await this.#host.toMarkdown(question.html, url);
			this.#process.send({ type: "answer", id, text });
		} catch (error) {
			this.#process.send({ type: "answer", id, error: errorMessage(error) });
		} finally {
			clock?.resume();
		}
	}

	#end(reason: string): void {
		if (this.#gone !== undefined) return;
		this.#gone = reason;
		void ignoreFailure(this.#process.kill(), "it has ended already");
	}
}

const maxNotes = 20;

function addTo(notes: string[], text: string): void {
	if (notes.length < maxNotes) notes.push(text);
}
