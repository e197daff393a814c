import { viewPictures } from "@oh-my-pi/pi-testkit/terminal/view-pictures";
import type { Dialog } from "../contract/dialog.ts";
import { openDialog } from "./open-dialog.ts";
import { scriptedLines } from "./scripted-lines.ts";

/** How a dialog looks on a screen, and how it reads where there is none. */
export async function dialogPictures<Result>(dialog: () => Dialog<Result>): Promise<Record<string, string>> {
	const lines = scriptedLines([]);
	await dialog().plain(lines);
	const pictures = await viewPictures((theme) => openDialog(dialog(), { theme }).component);
	return { ...pictures, "read aloud": `\n${lines.text()}\n` };
}
