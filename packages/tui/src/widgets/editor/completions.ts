import type { EditState } from "../../editing/edit-state.ts";

export interface CompletionItem {
	readonly label: string;
	readonly description?: string;
	/** Put into the text when it is not the label. */
	readonly insert?: string;
	/** Choosing it with Enter also sends the text. */
	readonly submits?: boolean;
	/** Done when it is chosen; what was typed to find it goes away. */
	readonly act?: () => void;
}

export interface CompletionList {
	readonly items: readonly CompletionItem[];
	/** The part of the caret's line that the chosen item replaces. */
	readonly start: number;
	readonly end: number;
	/** Shown dimly behind the caret. */
	readonly hint?: string;
	/** What is typed says all that is needed: Enter sends it, unless another item was gone to. */
	readonly isComplete?: boolean;
}

export interface CompletionRequest {
	readonly state: EditState;
	/** The user asked for it with a key. */
	readonly isForced: boolean;
	/** Aborted as soon as the next key makes the answer useless. */
	readonly signal: AbortSignal;
}

/** Where completions come from. Answers at once, later, or not at all. */
export interface CompletionProvider {
	complete(request: CompletionRequest): CompletionList | undefined | Promise<CompletionList | undefined>;
}

/** The list below the editor: asked for anew with every change, and stale answers dropped. */
export class Completions {
	readonly #provider: CompletionProvider | undefined;
	readonly #onChange: () => void;
	#request: AbortController | undefined;
	#list: CompletionList | undefined;
	#selected = 0;
	#hasMoved = false;
	/** The text has changed since the list was made. */
	#isStale = false;

	constructor(provider: CompletionProvider | undefined, onChange: () => void) {
		this.#provider = provider;
		this.#onChange = onChange;
	}

	get list(): CompletionList | undefined {
		return this.#list;
	}

	get isOpen(): boolean {
		return this.#list !== undefined && this.#list.items.length > 0;
	}

	get selectedIndex(): number {
		return this.#selected;
	}

	get selected(): CompletionItem | undefined {
		return this.#list?.items[this.#selected];
	}

	/** Enter takes the selected item rather than what is typed. */
	get isChoosing(): boolean {
		return this.isCurrent && (this.#hasMoved || !this.#list?.isComplete);
	}

	/** There is a list, and it is about the text as it is now. */
	get isCurrent(): boolean {
		return this.isOpen && !this.#isStale;
	}

	/** `onOnly` hears of the item when a forced request finds exactly one. */
	ask(
		state: EditState,
		options: { isForced: boolean; onOnly?: (list: CompletionList, item: CompletionItem) => void },
	): void {
		this.#request?.abort();
		this.#isStale = true;
		if (!this.#provider) return;
		const request = new AbortController();
		this.#request = request;
		const take = (list: CompletionList | undefined) => {
			if (request.signal.aborted) return;
			const only = list?.items.length === 1 ? list.items[0] : undefined;
			if (list && only && options.isForced && options.onOnly) {
				this.#show(undefined);
				options.onOnly(list, only);
			} else {
				this.#show(list);
			}
		};
		const answer = this.#provider.complete({ state, isForced: options.isForced, signal: request.signal });
		if (answer instanceof Promise) answer.then(take, () => take(undefined));
		else take(answer);
	}

	move(step: number, options: { wraps: boolean }): void {
		const count = this.#list?.items.length ?? 0;
		if (count === 0) return;
		this.#hasMoved = true;
		const next = this.#selected + step;
		this.#selected = options.wraps ? (next + count) % count : Math.max(0, Math.min(next, count - 1));
		this.#onChange();
	}

	close(): void {
		this.#request?.abort();
		if (this.#list) this.#show(undefined);
	}

	#show(list: CompletionList | undefined): void {
		this.#isStale = false;
		if (list === undefined && this.#list === undefined) return;
		const label = this.selected?.label;
		const kept = list?.items.findIndex((item) => item.label === label) ?? -1;
		this.#list = list;
		this.#hasMoved = false;
		this.#selected = Math.max(0, kept);
		this.#onChange();
	}
}
