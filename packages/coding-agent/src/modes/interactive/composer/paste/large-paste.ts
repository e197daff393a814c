import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { countLines } from "@oh-my-pi/pi-tui/editing/paste-store";
import type { DialogPort, DraftPort } from "../../../../commands/contract/screen-ports.ts";
import { selectDialog } from "../../../../dialogs/select-dialog.ts";
import type { OpenedConversation } from "../../../../workbench/opened-conversation.ts";
import { localFolder } from "../../../../workbench/urls/built-in-url-schemes.ts";

type Way = "block" | "file" | "inline";

/** Asks what to do with a very large text. Dismissed, it goes in as it is. */
export async function askAboutPaste(
	text: string,
	session: OpenedConversation,
	{ ask, draft }: DialogPort & DraftPort,
): Promise<void> {
	const folder = localFolder(session.log);
	const lines = countLines(text);
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
	if (way === "block") draft.paste(`<attachment>\n${text}\n</attachment>`, lines);
	else if (way === "file" && folder !== undefined) draft.insert(await saveLocally(text, folder, session));
	else draft.insert(text);
}

async function saveLocally(text: string, folder: string, { log, host }: OpenedConversation): Promise<string> {
	log.ensureOnDisk();
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const name = `paste-${host.newId().slice(-8)}.txt`;
	await writeFile(join(folder, name), text, { mode: 0o600 });
	return `local://${name}`;
}
