import { countOf } from "@oh-my-pi/pi-tools/view/title-text";
import { selectDialog } from "../../dialogs/select-dialog.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { RestorableFiles } from "../../workbench/running-feature.ts";
import { waitForIdle } from "../contract/outcome.ts";
import type { DialogPort, NoticePort } from "../contract/screen-ports.ts";

/** `only`: the conversation stays where it is. */
export type FilesWish = "conversation" | "cancel" | { readonly files: RestorableFiles; readonly only: boolean };

/** Whether files go back too, where the agent changed some behind the entry. */
export async function askForFiles(
	session: OpenedConversation,
	entryId: string,
	{ ask, notify }: DialogPort & NoticePort,
): Promise<FilesWish> {
	const files = await session.workbench.features.filesBehind(session, entryId);
	if (!files) return "conversation";
	if (session.conversation.isStreaming) {
		notify("warning", waitForIdle);
		return "cancel";
	}
	const chosen = await ask(
		selectDialog({
			title: `The agent changed ${countOf(files.count, "file", "files")} after this point. Restore:`,
			items: [
				{ value: "both", label: "Conversation and files" },
				{ value: "conversation", label: "Conversation only" },
				{ value: "files", label: "Files only" },
			] as const,
			filterable: false,
		}),
	);
	if (chosen === undefined) return "cancel";
	return chosen === "conversation" ? "conversation" : { files, only: chosen === "files" };
}
