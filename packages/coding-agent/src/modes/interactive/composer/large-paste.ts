import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { localFolder } from "../../../app/own-url-schemes.ts";
import { selectDialog } from "../../../dialogs/select-dialog.ts";
import type { Mode } from "../mode.ts";

type Way = "block" | "file" | "inline";

/** Asks what to do with a very large text. Dismissed, it goes in as it is. */
export async function askAboutPaste(text: string, mode: Mode): Promise<void> {
	const { ask, draft } = mode;
	const folder = localFolder(mode.session.log);
	const lines = text.split("\n").length;
	const way = await ask(
		selectDialog<Way>({
			title: `Pasted ${lines} lines`,
			items: [
				{ value: "block", label: "Attach as a wrapped block" },
				...(folder === undefined ? [] : [{ value: "file" as const, label: "Attach as local file" }]),
				{ value: "inline", label: "Paste inline" },
			],
			filterable: false,
		}),
	);
	if (way === "block") draft.paste(`<attachment>\n${text}\n</attachment>`);
	else if (way === "file" && folder !== undefined) draft.insert(await saveLocally(text, folder, mode));
	else draft.insert(text);
}

async function saveLocally(text: string, folder: string, { session }: Mode): Promise<string> {
	session.log.ensureOnDisk();
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const name = `paste-${session.host.newId().slice(-8)}.txt`;
	await writeFile(join(folder, name), text, { mode: 0o600 });
	return `local://${name}`;
}
