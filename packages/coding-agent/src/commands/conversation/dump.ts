import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { dumpText } from "../../conversation/queries/dump-text.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { Command } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";

export const dumpCommand: Command = {
	name: "dump",
	summary: "Print the conversation as text",
	group: "conversation",
	async run({ session }) {
		const dumped = await dumpConversation(session);
		return notice(dumped ? `${dumped.text}\n\nRequest: ${dumped.requestPath}` : nothingToDump);
	},
	screen: {
		summary: "Copy the conversation as text",
		async run({ session }, { copy }) {
			const dumped = await dumpConversation(session);
			if (!dumped) return notice(nothingToDump);
			copy(dumped.text);
			return notice(`Transcript copied to clipboard.\nRequest: ${dumped.requestPath}`);
		},
	},
};

const nothingToDump = "No messages to dump yet.";

/** The text, and a file with what the next request would say; `undefined` before anything was said. */
async function dumpConversation(
	session: OpenedConversation,
): Promise<{ text: string; requestPath: string } | undefined> {
	const { conversation, host } = session;
	if (conversation.messages.length === 0) return undefined;
	await conversation.refresh();
	const { model, thinkingLevel, serviceTier, log } = conversation;
	const request = {
		model: model && selectorOf(model),
		api: model?.api,
		thinkingLevel,
		...(serviceTier !== undefined && { serviceTier }),
		...(await conversation.aside.nextContext()),
	};
	const requestPath = join(host.env.TMPDIR || "/tmp", `omp-llm-request-${log.id}.json`);
	await writeFile(requestPath, `${JSON.stringify(request, undefined, 2)}\n`, { mode: 0o600 });
	return { text: dumpText(conversation), requestPath };
}
