import { headlessUi } from "../../features/extensions/api/headless-ui.ts";
import type { ExtensionDialogOptions, ExtensionUi } from "../../workbench/contract/extension-host.ts";
import type { UserDialogOptions } from "../../workbench/contract/front-end.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";

/** The user as extensions of an embedded session reach them: through the dialogs that the program has connected. */
export function sessionUi({
	frontEnd,
	conversation,
}: Pick<OpenedConversation, "frontEnd" | "conversation">): ExtensionUi {
	const dialogs = async () => frontEnd.dialogs?.();
	return {
		...headlessUi,
		select: async (title, options, dialog) => (await dialogs())?.select(title, options, limits(dialog)),
		async confirm(title, message, dialog) {
			const answer = await (await dialogs())?.select(`${title}\n${message}`, ["Yes", "No"], limits(dialog));
			return answer === "Yes";
		},
		input: async (title, placeholder, dialog) => (await dialogs())?.input(title, placeholder, limits(dialog)),
		editor: async (title, prefill, dialog) => {
			const more = prefill === undefined ? {} : { text: prefill };
			return (await dialogs())?.input(title, undefined, { ...limits(dialog), ...more });
		},
		notify: (message, level = "info") => conversation.notify(level, message, "extensions"),
	};
}

function limits({ signal, timeout }: ExtensionDialogOptions = {}): UserDialogOptions {
	const late = timeout === undefined ? undefined : AbortSignal.timeout(timeout);
	const signals = [signal, late].filter((one) => one !== undefined);
	return signals.length === 0 ? {} : { signal: AbortSignal.any(signals) };
}
