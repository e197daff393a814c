import type { CompletionProvider } from "@oh-my-pi/pi-tui/widgets/editor/completions";

/** Asks each source in turn; the first that has something to say is shown. */
export function firstCompletion(sources: readonly CompletionProvider[]): CompletionProvider {
	return {
		async complete(request) {
			for (const source of sources) {
				const list = await source.complete(request);
				if (list || request.signal.aborted) return list;
			}
			return undefined;
		},
	};
}
