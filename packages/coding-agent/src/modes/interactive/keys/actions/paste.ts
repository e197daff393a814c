import type { DraftPort, NoticePort, WorkPort } from "../../../../commands/contract/screen-ports.ts";
import { always, type SessionPort } from "./action.ts";

type Pasting = SessionPort & DraftPort & NoticePort & WorkPort;

/** An image on the clipboard, else its text. */
export const pasteImage = always<Pasting>((ports) => {
	const { session, draft, attempt } = ports;
	void attempt(async () => {
		const { readClipboardImage } = await import("@oh-my-pi/pi-natives/clipboard");
		const bytes = await readClipboardImage(session.host.env);
		if (!bytes) return pasteText(ports, (text) => draft.paste(text));
		const { attachImage } = await import("../../composer/paste/attach-image.ts");
		await attachImage(bytes, session, ports);
	});
});

/** The text as it is, however long. */
export const pasteRaw = always<Pasting>((ports) => {
	void ports.attempt(() => pasteText(ports, (text) => ports.draft.insert(text)));
});

async function pasteText({ session, notify }: Pasting, insert: (text: string) => void): Promise<void> {
	const { readClipboardText } = await import("@oh-my-pi/pi-natives/clipboard");
	const text = await readClipboardText(session.host.env);
	if (text === undefined)
		notify("info", "Nothing to paste: the clipboard cannot be read here. Use your terminal's paste key.");
	else insert(text);
}
