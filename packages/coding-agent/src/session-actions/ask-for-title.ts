import { resolveRole } from "@oh-my-pi/pi-ai/models/select/resolve-role";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import { cleanTitle, customLimits, ownLimits } from "../conversation/title/clean-title.ts";
import titlePrompt from "../conversation/title/prompts/title.md" with { type: "text" };
import { loadContext } from "../discovery/contract/load-context.ts";
import { findConfigFile, projectConfigDirs, userConfigDirs } from "../discovery/files/config-bases.ts";
import { sessionRoles } from "../models/session-roles.ts";
import { systemPromptClaim } from "../trust/file-claims.ts";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";

const deadlineMs = 30_000;
const maxMessageChars = 2000;

/** Asks a small model for a session title. */
export async function askForTitle(session: OpenedConversation, firstMessage: string): Promise<string | undefined> {
	const { conversation, registry, settings } = session;
	const current = conversation.model;
	const found = await resolveRole("title", registry, { roles: sessionRoles(settings), ...(current && { current }) });
	// The offline guide cannot write titles.
	if (!found || found.model.api === "offline") return undefined;
	const custom = await customPrompt(session);
	const answer = await conversation.aside.askAlone(
		{
			systemPrompt: custom ?? renderPrompt(titlePrompt),
			text: `<message>\n${firstMessage.slice(0, maxMessageChars)}\n</message>`,
			// Some models always think, and thinking counts against the limit.
			maxTokens: found.model.reasoning ? 1024 : 64,
			purpose: "title",
		},
		found.model,
		AbortSignal.timeout(deadlineMs),
	);
	return cleanTitle(answer, firstMessage, custom === undefined ? ownLimits : customLimits);
}

/** `TITLE_SYSTEM.md`, the project's before the user's. */
async function customPrompt({ folder, host, agentDir, trust }: OpenedConversation): Promise<string | undefined> {
	const context = await loadContext({ cwd: folder.path, home: host.home, env: host.env, agentDir, gate: trust });
	const dirs = [...projectConfigDirs(context), ...userConfigDirs(context)];
	const text = (await findConfigFile("TITLE_SYSTEM.md", dirs, context, systemPromptClaim))?.text.trim();
	return text === "" ? undefined : text;
}
