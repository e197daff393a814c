import { type SelectItem, SelectList } from "@oh-my-pi/pi-tui/widgets/select-list";
import type { Dialog } from "./contract/dialog.ts";
import { ListWithHints } from "./parts/list-with-hints.ts";

export interface SelectDialogOptions<Value> {
	readonly title: string;
	readonly items: ReadonlyArray<SelectItem<Value>>;
	/** Where the cursor is at first. */
	readonly isCurrent?: (value: Value) => boolean;
	/** Typing narrows the list, unless this is false. */
	readonly filterable?: boolean;
	readonly emptyText?: string;
	/** What is searched for at first. */
	readonly query?: string;
	/** What Enter does, in a few words; `select` unless told otherwise. */
	readonly verb?: string;
	readonly onHighlight?: (value: Value | undefined) => void;
}

/** Chooses one of a list. */
export function selectDialog<Value>(options: SelectDialogOptions<Value>): Dialog<Value> {
	const { title, items, isCurrent, filterable = true, emptyText, onHighlight, query, verb } = options;
	return {
		title,
		open(context) {
			const { theme, keymap, done, useKeys } = context;
			if (filterable) useKeys?.({ isField: () => true });
			const list = new SelectList<Value>({
				items,
				theme,
				keymap,
				filterable,
				...(emptyText !== undefined && { emptyText }),
				...(onHighlight && { onHighlight }),
				onSelect: done,
				onCancel: () => done(undefined),
			});
			if (isCurrent) list.highlight(({ value }) => isCurrent(value));
			if (query !== undefined) list.handlePaste(query);
			return context.hidesHints ? list : new ListWithHints(list, theme, verb);
		},
		plain: (lines) => lines.choose(title, items),
	};
}
