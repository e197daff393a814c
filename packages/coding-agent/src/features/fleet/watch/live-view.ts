import type { BlobStore } from "@oh-my-pi/pi-fleet/contract/blob-store";
import type { FleetQueue } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import type { Task } from "@oh-my-pi/pi-fleet/contract/task";
import { Screen } from "@oh-my-pi/pi-tui/screen/screen";
import { Transcript } from "@oh-my-pi/pi-tui/screen/transcript/transcript";
import { Container } from "@oh-my-pi/pi-tui/widgets/container";
import type { CommandTerminal } from "../../contract/command-ports.ts";
import type { WorkerEvent } from "../worker/contract/worker-event.ts";
import { FleetFeed } from "./fleet-feed.ts";
import { FleetScreen } from "./fleet-screen.ts";

export interface LiveViewOptions {
	readonly queue: FleetQueue;
	readonly store: (task: Task) => Promise<BlobStore>;
	readonly now: () => number;
	/** Only this batch. */
	readonly batch?: string | undefined;
	/** Opened at once; leaving it ends the view. */
	readonly task?: Task | undefined;
	/** What Ctrl+C does; without words it ends the view, like q. */
	readonly stopWords?: string | undefined;
}

const tickMs = 200;

/** Fleet and tasks on the whole terminal, until it is disposed, which leaves the terminal as it was. */
export class LiveView implements AsyncDisposable {
	readonly #command: CommandTerminal;
	readonly #screen: Screen;
	readonly #feed: FleetFeed;
	readonly #view: FleetScreen;
	readonly #ticker: ReturnType<typeof setInterval>;
	readonly #closed = Promise.withResolvers<void>();
	readonly #left = new Set<() => void>();
	#onStop: (() => void) | undefined;

	private constructor(command: CommandTerminal, options: LiveViewOptions) {
		const { terminal, theme, keymap } = command;
		const { queue, store, now, batch, task, stopWords } = options;
		this.#command = command;
		this.#screen = new Screen({ terminal, transcript: new Transcript(), chrome: new Container() });
		const requestRender = () => this.#screen.requestRender();
		const close = () => this.#closed.resolve();
		this.#feed = new FleetFeed(queue, batch, requestRender);
		this.#view = new FleetScreen(
			{ queue, store, theme, keymap, now, requestRender, rows: () => terminal.rows },
			{
				feed: this.#feed,
				stopWords: stopWords ?? "",
				onStop: () => (this.#onStop ?? close)(),
				onQuit: stopWords === undefined ? close : undefined,
				onLeave: () => {
					for (const resolve of this.#left) resolve();
				},
			},
		);
		if (task) this.#view.open(task, close);
		this.#screen.showFullscreen(this.#view);
		this.#ticker = setInterval(() => {
			if (this.#view.tick()) requestRender();
		}, tickMs);
	}

	static async open(
		openTerminal: (onTheme: () => void) => Promise<CommandTerminal>,
		options: LiveViewOptions,
	): Promise<LiveView> {
		let view: LiveView | undefined;
		const command = await openTerminal(() => view?.redraw());
		view = new LiveView(command, options);
		view.#screen.start();
		view.#feed.look();
		return view;
	}

	/** Resolves when the user closes the view. */
	get closed(): Promise<void> {
		return this.#closed.promise;
	}

	/** Resolves when nobody reads a task, which is not taken from them when all is done. */
	async unread(): Promise<void> {
		if (!this.#view.isOpen) return;
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#left.add(resolve);
		await promise;
	}

	/** Called by Ctrl+C in place of closing. */
	onStop(stop: () => void): void {
		this.#onStop = stop;
	}

	notify(text: string): void {
		this.#view.notify(text);
	}

	/** What happens in this process is seen sooner than the queue is asked. */
	handle(event: WorkerEvent): void {
		if (event.type === "problem") this.notify(event.message);
		else if (event.type !== "task_frame") this.#feed.look();
	}

	redraw(): void {
		this.#view.invalidate();
		this.#screen.requestRender();
	}

	async [Symbol.asyncDispose](): Promise<void> {
		clearInterval(this.#ticker);
		this.#feed.end();
		this.#view.dispose();
		await this.#screen.stop();
		this.#command[Symbol.dispose]();
	}
}
