import { choiceDialog } from "../../../dialogs/choice-dialog.ts";
import type { Ask, Dialog, UnaskedDialog } from "../../../dialogs/contract/dialog.ts";
import { textDialog } from "../../../dialogs/text-dialog.ts";
import { openBrowser } from "../../../process/open-browser.ts";
import type { UserDialogOptions, UserDialogs } from "../../../workbench/contract/front-end.ts";
import { endable } from "../extensions/ending-dialog.ts";

/** Questions of MCP servers at a terminal. They come while the user may be typing. */
export function userDialogs(ask: Ask): UserDialogs {
	const question = <Result>(name: UnaskedDialog, dialog: Dialog<Result>, { signal, isExpected }: UserDialogOptions) =>
		ask(endable({ ...dialog, opensUnasked: name, ...(isExpected && { isAwaited: true }) }, { signal }));
	return {
		isTerminal: true,
		select: (title, choices, options = {}) => {
			const { current } = options;
			const items = choices.map((value) => ({ value, label: value }));
			const cursor = current === undefined ? {} : { isCurrent: (value: string) => value === current };
			return question("mcp-choice", choiceDialog({ ...heading(title), choices: items, ...cursor }), options);
		},
		input: (title, placeholder, options = {}) => {
			const { text, mayBeEmpty } = options;
			const emptyLine = text ?? (mayBeEmpty ? "" : undefined);
			const field = {
				...(placeholder !== undefined && { placeholder }),
				...(text !== undefined && { text }),
				...(emptyLine !== undefined && { emptyLine }),
			};
			return question("mcp-text", textDialog({ ...heading(title), ...field }), options);
		},
		openUrl: (url) => openBrowser(url),
	};
}

function heading(title: string): { readonly title: string; readonly question: string } {
	const [first = "", ...rest] = title.split("\n");
	return { title: first, question: rest.join("\n") };
}
