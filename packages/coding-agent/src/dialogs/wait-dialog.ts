import type { Component } from "@oh-my-pi/pi-tui/component";
import { Loader } from "@oh-my-pi/pi-tui/widgets/loader";
import type { Dialog, DialogContext } from "./contract/dialog.ts";

/** What became of work that could be given up. */
export type Waited<Value> = { readonly value: Value } | { readonly error: unknown };

/** Shows that something is going on until it has ended; Esc gives it up. Nothing else can be done meanwhile. */
export function waitDialog<Value>(
	title: string,
	activity: string,
	work: (signal: AbortSignal) => Promise<Value>,
): Dialog<Waited<Value>> {
	return {
		title,
		open: (context) => new Waiting(activity, work, context),
		async plain(lines) {
			lines.say(activity);
			return settled(work(new AbortController().signal));
		},
	};
}

class Waiting<Value> implements Component {
	readonly #context: DialogContext<Waited<Value>>;
	readonly #loader: Loader;
	readonly #abort = new AbortController();
	#isOver = false;

	constructor(activity: string, work: (signal: AbortSignal) => Promise<Value>, context: DialogContext<Waited<Value>>) {
		const { theme, requestRender } = context;
		this.#context = context;
		this.#loader = new Loader({ theme, onTick: requestRender });
		this.#loader.start(`${activity} (esc to cancel)`);
		void settled(work(this.#abort.signal)).then((result) => this.#end(result));
	}

	handleInput(data: string): void {
		if (!this.#context.keymap.matches(data, "tui.select.cancel")) return;
		this.#abort.abort();
		this.#end(undefined);
	}

	render(width: number): readonly string[] {
		return this.#loader.render(width);
	}

	dispose(): void {
		this.#loader.stop();
	}

	#end(result: Waited<Value> | undefined): void {
		if (this.#isOver) return;
		this.#isOver = true;
		this.#context.done(result);
	}
}

function settled<Value>(work: Promise<Value>): Promise<Waited<Value>> {
	return work.then(
		(value) => ({ value }),
		(error: unknown) => ({ error }),
	);
}
