import type { PlainChoice, PlainLines } from "../../../dialogs/contract/dialog.ts";
import { drawChoices } from "../../../dialogs/draw-choices.ts";

export interface LinePorts {
	readonly write: (text: string) => void;
	/** Turns off the echo until the returned function is called. */
	readonly hideTyping: () => Promise<() => void>;
}

interface Question {
	readonly answer: (line: string) => void;
}

/** Asks line by line: a typed line answers the open question, else it is for the session. One question at a time. */
export class LineDialogs implements PlainLines {
	readonly #ports: LinePorts;
	readonly #onLine: (line: string) => void;
	#open: Question | undefined;
	#last: Promise<unknown> = Promise.resolve();
	/** The last line, until it is complete. */
	#begun = "";

	constructor(ports: LinePorts, onLine: (line: string) => void) {
		this.#ports = ports;
		this.#onLine = onLine;
	}

	get isAsking(): boolean {
		return this.#open !== undefined;
	}

	/** Takes typed text. A line that ends with a backslash goes on with the next one. */
	receive(text: string): void {
		const lines = (this.#begun + text).split(/(?<!\\)\r?\n/);
		this.#begun = lines.pop() ?? "";
		for (const line of lines) {
			const whole = line.replace(/\\\r?\n/g, "\n");
			if (this.#open) this.#open.answer(whole);
			else this.#onLine(whole);
		}
	}

	/** Dismisses the open question. */
	dismiss(): void {
		this.#open?.answer("");
	}

	say(text: string): void {
		this.#ports.write(`${text}\n`);
	}

	choose<Value>(
		title: string,
		choices: ReadonlyArray<PlainChoice<Value>>,
		options: { readonly signal?: AbortSignal } = {},
	): Promise<Value | undefined> {
		return this.#inTurn(async () => {
			this.say(drawChoices(title, choices));
			const range = choices.length > 1 ? `1-${choices.length}` : "1";
			for (;;) {
				const line = (await this.#ask(`Number (${range}), or Enter to go back: `, options.signal)).trim();
				if (line === "") return undefined;
				const chosen = /^\d+$/.test(line) ? choices[Number(line) - 1] : onlyMatch(choices, line);
				if (chosen) return chosen.value;
				this.say(`There is no choice "${line}".`);
			}
		});
	}

	enter(
		question: string,
		options: { readonly secret?: boolean; readonly signal?: AbortSignal } = {},
	): Promise<string | undefined> {
		return this.#inTurn(async () => {
			const showTyping = options.secret ? await this.#ports.hideTyping() : () => {};
			try {
				const line = await this.#ask(`${question}: `, options.signal);
				return line === "" ? undefined : line;
			} finally {
				showTyping();
			}
		});
	}

	#inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
		const done = this.#last.then(work);
		this.#last = done.catch(() => {});
		return done;
	}

	async #ask(prompt: string, signal: AbortSignal | undefined): Promise<string> {
		if (signal?.aborted) return "";
		this.#ports.write(prompt);
		const { promise, resolve } = Promise.withResolvers<string>();
		const takeBack = () => {
			this.#ports.write("\n");
			resolve("");
		};
		signal?.addEventListener("abort", takeBack, { once: true });
		this.#open = { answer: resolve };
		try {
			return await promise;
		} finally {
			this.#open = undefined;
			signal?.removeEventListener("abort", takeBack);
		}
	}
}

/** The beginning of a label works too, where it fits only one choice. */
function onlyMatch<Value>(choices: ReadonlyArray<PlainChoice<Value>>, words: string): PlainChoice<Value> | undefined {
	const wanted = words.toLowerCase();
	const matches = choices.filter(({ label }) => label.toLowerCase().startsWith(wanted));
	return matches.length === 1 ? matches[0] : undefined;
}
