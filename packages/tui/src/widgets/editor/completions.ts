import type { EditState } from "../../editing/edit-state.ts";

export interface CompletionItem {
	readonly label: string;
	readonly description?: string | undefined;
	/** Inserted instead of the label. */
	readonly insert?: string | undefined;
	/** Choosing it with Enter also submits. */
	readonly submits?: boolean | undefined;
	/** Runs when it is chosen; the text typed to find it is removed. */
	readonly act?: (() => void) | undefined;
}

export interface CompletionList {
	readonly items: readonly CompletionItem[];
	/** The part of the caret's line that the item replaces. */
	readonly start: number;
	readonly end: number;
	/** Shown dimmed after the caret. */
	readonly hint?: string;
	/** The typed text is complete: Enter submits it, unless another item was selected. */
	readonly isComplete?: boolean;
	/** No item is marked before one is selected, as Enter takes none. */
	readonly isUndecided?: boolean;
}

export interface CompletionRequest {
	readonly state: EditState;
	/** Requested with a key. */
	readonly isForced: boolean;
	/** Aborted as soon as the next key makes the result obsolete. */
	readonly signal: AbortSignal;
}

/** Provides completions: at once, later, or none. */
export interface CompletionProvider {
	complete(request: CompletionRequest): CompletionList | undefined | Promise<CompletionList | undefined>;
}

/** The completion list: requested again with every change; obsolete results are dropped. */
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

	/** -1 while none is marked. */
	get selectedIndex(): number {
		return this.#isUndecided ? -1 : this.#selected;
	}

	get #isUndecided(): boolean {
		return this.#list?.isUndecided === true && !this.#hasMoved;
	}

	get selected(): CompletionItem | undefined {
		return this.#list?.items[this.#selected];
	}

	/** Enter takes the selected item instead of the typed text. */
	get isChoosing(): boolean {
		return this.isCurrent && (this.#hasMoved || !this.#list?.isComplete);
	}

	/** There is a list, and it matches the current text. */
	get isCurrent(): boolean {
		return this.isOpen && !this.#isStale;
	}

	/** `onOnly` is called when a forced request finds exactly one item. */
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
		if (this.#isUndecided) this.#selected = step > 0 ? -1 : count;
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
