import { resolve } from "node:path";
import { atomicWrite } from "@oh-my-pi/pi-utils/files/atomic-write";
import type { Conversation } from "../conversation/kernel/conversation.ts";
import { defaultExportPath, type ExportedPage, exportedSession, sessionPage } from "./export-html.ts";
import { loadSubSessions } from "./export-session-file.ts";
import { pageThemes } from "./page-themes.ts";

/** Exports the current conversation with system prompt and tools as HTML; returns the path. */
export async function exportConversation(
	conversation: Pick<Conversation, "log" | "systemPrompt" | "tools">,
	options: {
		readonly cwd: string;
		readonly output?: string | undefined;
		readonly withThemes?: boolean;
		readonly redact?: (page: ExportedPage) => ExportedPage;
	},
): Promise<string> {
	const { log, systemPrompt, tools } = conversation;
	if (log.file === undefined) throw new Error("Cannot export in-memory session to HTML");
	const output = options.output ? resolve(options.cwd, options.output) : defaultExportPath(log.file, options.cwd);
	const page: ExportedPage = {
		...exportedSession(log),
		systemPrompt,
		tools: tools.map(({ name, prompt: description }) => ({ name, description })),
		...(options.withThemes && { themes: await pageThemes() }),
		subSessions: await loadSubSessions(log.environment, log.artifactsDirectory),
	};
	await atomicWrite(output, sessionPage(options.redact?.(page) ?? page), { mode: 0o644 });
	return output;
}
