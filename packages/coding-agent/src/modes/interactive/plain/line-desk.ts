import type { PlainChoice, PlainLines } from "../../../dialogs/dialog.ts";
import { drawChoices } from "../../../dialogs/draw-choices.ts";

export interface LineDeskPorts {
	readonly write: (text: string) => void;
	/** Keeps what is typed from being seen until the returned function is called. */
	readonly hideTyping: () => Promise<() => void>;
}

interface Question {
	readonly answer: (line: string) => void;
}

/** Where typed lines arrive: at the question that is open, else at whoever runs the session. One question at a time. */
export class LineDesk implements PlainLines {
	readonly #ports: LineDeskPorts;
	readonly #onLine: (line: string) => void;
	#open: Question | undefined;
	#last: Promise<unknown> = Promise.resolve();
	/** The end of a line that has not been finished. */
	#begun = "";

	constructor(ports: LineDeskPorts, onLine: (line: string) => void) {
		this.#ports = ports;
		this.#onLine = onLine;
	}

	get isAsking(): boolean {
		return this.#open !== undefined;
	}

	/** Takes what was typed. A line that ends with a backslash goes on with the next one. */
	receive(text: string): void {
		const lines = (this.#begun + text).split(/(?<!\\)\r?\n/);
		this.#begun = lines.pop() ?? "";
		for (const line of lines) {
			const whole = line.replace(/\\\r?\n/g, "\n");
			if (this.#open) this.#open.answer(whole);
			else this.#onLine(whole);
		}
	}

	/** Takes back the question that is open. */
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

/** Words work too, where they can only mean one choice. */
function onlyMatch<Value>(choices: ReadonlyArray<PlainChoice<Value>>, words: string): PlainChoice<Value> | undefined {
	const wanted = words.toLowerCase();
	const matches = choices.filter(({ label }) => label.toLowerCase().startsWith(wanted));
	return matches.length === 1 ? matches[0] : undefined;
}
