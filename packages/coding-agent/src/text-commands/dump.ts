import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { selectorOf } from "@oh-my-pi/pi-ai/model";
import { dumpText } from "../conversation/queries/dump-text.ts";
import type { Session } from "../workbench/session.ts";
import type { TextCommand } from "./text-command.ts";

export const dumpCommand: TextCommand = {
	name: "dump",
	description: "Give the whole conversation as text",
	group: "conversation",
	async run(_args, session) {
		const dumped = await dumpConversation(session);
		return { output: dumped ? `${dumped.text}\n\nRequest: ${dumped.requestPath}` : nothingToDump };
	},
};

export const nothingToDump = "No messages to dump yet.";

/** The text, and a file with what the next request would say; `undefined` before anything was said. */
export async function dumpConversation(session: Session): Promise<{ text: string; requestPath: string } | undefined> {
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
