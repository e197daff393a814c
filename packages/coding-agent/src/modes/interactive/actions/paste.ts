import type { Mode } from "../mode.ts";
import { always } from "./action.ts";

/** An image on the clipboard, else its text. */
export const pasteImage = always((mode) => {
	void mode.attempt(async () => {
		const { readClipboardImage } = await import("@oh-my-pi/pi-natives/clipboard");
		const bytes = await readClipboardImage(mode.session.host.env);
		if (!bytes) return pasteText(mode, (text) => mode.draft.paste(text));
		const { attachImage } = await import("../composer/attach-image.ts");
		await attachImage(bytes, mode);
	});
});

/** The text as it is, however long. */
export const pasteRaw = always((mode) => {
	void mode.attempt(() => pasteText(mode, (text) => mode.draft.insert(text)));
});

async function pasteText({ session, notify }: Mode, insert: (text: string) => void): Promise<void> {
	const { readClipboardText } = await import("@oh-my-pi/pi-natives/clipboard");
	const text = await readClipboardText(session.host.env);
	if (text === undefined)
		notify("info", "Nothing to paste: no clipboard can be read here. Paste with your terminal's key.");
	else insert(text);
}
