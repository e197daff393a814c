import { currentLine } from "@oh-my-pi/pi-tui/editing/edit-state";
import type {
	CompletionItem,
	CompletionList,
	CompletionProvider,
	CompletionRequest,
} from "@oh-my-pi/pi-tui/widgets/editor/completions";
import type {
	ExtensionCompletion,
	ExtensionCompletionProvider,
	ExtensionSuggestions,
} from "../../../workbench/contract/extension-host.ts";

/** What an extension was given of ours, so that it comes back as it was. */
type Origins = WeakMap<ExtensionCompletion, { readonly item: CompletionItem; readonly list: CompletionList }>;

/** The completions of the editor as an extension changes them. */
export function wrappedCompletions(
	current: CompletionProvider,
	wrap: (current: ExtensionCompletionProvider) => ExtensionCompletionProvider,
): CompletionProvider {
	const origins: Origins = new WeakMap();
	const wrapped = wrap(extensionCompletions(current, origins));
	return {
		async complete(request) {
			const { signal, isForced: force } = request;
			const { lines, lineIndex, column } = request.state;
			const found = await wrapped.getSuggestions([...lines], lineIndex, column, { signal, force });
			return found ? buildList(found, request, wrapped, origins) : undefined;
		},
	};
}

/** Ours as an extension sees them. */
export function extensionCompletions(
	current: CompletionProvider,
	origins: Origins = new WeakMap(),
): ExtensionCompletionProvider {
	return {
		async getSuggestions(lines, lineIndex, column, { signal = new AbortController().signal, force = false } = {}) {
			const list = await current.complete({ state: { lines, lineIndex, column }, isForced: force, signal });
			if (!list) return null;
			const items = list.items.map((item) => {
				const completion: ExtensionCompletion = {
					value: item.insert ?? item.label,
					label: item.label,
					...(item.description !== undefined && { description: item.description }),
				};
				origins.set(completion, { item, list });
				return completion;
			});
			return { items, prefix: (lines[lineIndex] ?? "").slice(list.start, column) };
		},
		applyCompletion: replacePrefix,
	};
}

function buildList(
	{ items, prefix }: ExtensionSuggestions,
	{ state }: CompletionRequest,
	{ applyCompletion }: ExtensionCompletionProvider,
	origins: Origins,
): CompletionList | undefined {
	if (items.length === 0) return undefined;
	const known = items.map((item) => origins.get(item));
	const [first] = known;
	const start = Math.max(0, state.column - prefix.length);
	if (first && known.every((origin) => origin?.list === first.list)) {
		return { ...first.list, items: known.flatMap((origin) => origin?.item ?? []) };
	}
	return {
		start,
		end: state.column,
		items: items.map((item): CompletionItem => {
			const { value, label = value, description } = item;
			const applied = (applyCompletion ?? replacePrefix)([...state.lines], state.lineIndex, state.column, item, prefix);
			const line = applied.lines[state.lineIndex] ?? "";
			const rest = currentLine(state).length - state.column;
			const isOneLine = applied.lines.length === state.lines.length && line.length - rest >= start;
			return { label, description, insert: isOneLine ? line.slice(start, line.length - rest) : value };
		}),
	};
}

function replacePrefix(
	lines: readonly string[],
	cursorLine: number,
	cursorCol: number,
	{ value }: ExtensionCompletion,
	prefix: string,
) {
	const line = lines[cursorLine] ?? "";
	const start = Math.max(0, cursorCol - prefix.length);
	const changed = lines.with(cursorLine, line.slice(0, start) + value + line.slice(cursorCol));
	return { lines: changed, cursorLine, cursorCol: start + value.length };
}
