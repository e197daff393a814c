import { type ConversationOptions, RandomConversation, type WindowPicture, wordsIn } from "./random-conversation.ts";
import { type ShowOptions, showScreen } from "./show.ts";

export interface SessionOptions extends ConversationOptions {
	readonly columns: number;
	readonly rows: number;
	readonly steps: number;
	readonly resizes: "none" | "height" | "both";
	/** False: a terminal that replies to nothing, not even with its cursor position. */
	readonly acceptsQueries?: boolean;
	/** Frames of the old size reach the terminal after a resize. */
	readonly lateFrames?: boolean;
	/** The initial assumptions about the terminal. */
	readonly guesses?: ShowOptions["guesses"];
}

/** The effect of a step on the terminal. */
export interface StepReport {
	readonly written: string;
	readonly resized: boolean;
	/** Changed rows of history and screen. */
	readonly changedRows: number;
	/** Those of them that were in history. */
	readonly changedHistory: number;
}

/** The content of the terminal, and how much of it is history. */
interface Look {
	readonly rows: readonly string[];
	readonly historyRows: number;
}

const SHELL_ROWS = ["$ ls", "a b c", "$ omp"];

/** A random conversation on a virtual terminal that is resized at times. */
export class RandomSession {
	readonly #options: SessionOptions;
	readonly conversation: RandomConversation;
	readonly show: ReturnType<typeof showScreen>;
	#seen: Look;

	constructor(options: SessionOptions) {
		this.#options = options;
		this.conversation = new RandomConversation(options);
		this.show = showScreen(this.conversation.chrome, { ...options, synchronizesOutput: options.seed % 2 === 0 });
		this.show.virtual.streams.output.write(SHELL_ROWS.map((row) => `${row}\r\n`).join(""));
		this.conversation.begin(this.show.screen, this.show.transcript);
		this.#seen = this.#look();
	}

	/** One random event, painted. */
	async step(): Promise<StepReport> {
		const { virtual } = this.show;
		virtual.takeWritten();
		const { rows: before, historyRows } = this.#seen;
		const resized = !this.conversation.act() && this.#options.resizes !== "none";
		if (resized) await this.#resizeTerminal();
		await this.show.paint();
		this.#seen = this.#look();
		let changedRows = 0;
		let changedHistory = 0;
		for (const [index, row] of this.#seen.rows.entries()) {
			if (row === before[index]) continue;
			changedRows++;
			if (index < historyRows) changedHistory++;
		}
		return { written: virtual.takeWritten(), resized, changedRows, changedHistory };
	}

	#look(): Look {
		const history = this.show.virtual.scrollback();
		return { rows: [...history, ...this.show.virtual.window()], historyRows: history.length };
	}

	/** Ends the conversation and restores the terminal. */
	async leave(): Promise<void> {
		this.conversation.finish();
		await this.show.paint();
		const stopped = this.show.screen.stop();
		await this.show.virtual.settle();
		await stopped;
	}

	/** The words on the terminal: in history, above our rows, and in them. */
	foundWords(): string[] {
		return this.show.virtual.logicalLines().flatMap(wordsIn);
	}

	/** The content from our first row down, located by the cursor. */
	shownWindow(caretRow: number): WindowPicture {
		const cursor = this.show.virtual.cursor();
		return {
			rows: this.show.virtual.window().slice(Math.max(0, cursor.row - caretRow)),
			caret: { row: caretRow, column: cursor.column },
		};
	}

	async #resizeTerminal(): Promise<void> {
		const { random } = this.conversation;
		const columns = this.#options.resizes === "both" ? 10 + random.below(70) : this.show.screen.columns;
		// A small window hides rows of an unfinished reply, and a resize shows some twice.
		const fewest = this.#options.streams ? 12 : 4;
		if (this.#options.lateFrames && columns !== this.show.screen.columns) {
			this.show.virtual.hold();
			for (let count = 1 + random.below(4); count > 0; count--) {
				this.conversation.act();
				await this.show.paint();
			}
		}
		await this.show.resize(columns, fewest + random.below(26));
	}
}
