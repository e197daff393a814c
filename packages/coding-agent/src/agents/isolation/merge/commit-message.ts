import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { resolveRole } from "@oh-my-pi/pi-ai/models/select/resolve-role";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import { sessionRoles } from "../../../models/session-roles.ts";
import type { Settings } from "../../../settings/settings.ts";
import prompt from "./commit-message.md" with { type: "text" };

const maxPatchChars = 40_000;
const deadlineMs = 60_000;
const maxTitleChars = 72;

/** Asks the model of the role `commit` for the message of a result; `undefined` if it has none that can be used. */
export async function writeCommitMessage(
	patch: string,
	session: { readonly conversation: Conversation; readonly registry: ModelRegistry; readonly settings: Settings },
): Promise<string | undefined> {
	const { conversation, registry, settings } = session;
	try {
		const current = conversation.model;
		const found = await resolveRole("commit", registry, { roles: sessionRoles(settings), ...(current && { current }) });
		const model = found?.model ?? current;
		if (!model || model.api === "offline") return undefined;
		const text = `<patch>\n${patch.slice(0, maxPatchChars)}\n</patch>`;
		const question = { systemPrompt: renderPrompt(prompt), text, maxTokens: model.reasoning ? 4096 : 512 };
		return usable(await conversation.aside.askAlone(question, model, AbortSignal.timeout(deadlineMs)));
	} catch (error) {
		logIgnored("the commit is named after its sub-agent", error);
		return undefined;
	}
}

/** Without a fence or quotes around it; a title that is too long is no title. */
function usable(answer: string): string | undefined {
	const message = answer
		.trim()
		.replace(/^```\w*\n([\s\S]*?)\n?```$/, "$1")
		.replace(/^(["'`])([\s\S]*)\1$/, "$2")
		.trim();
	const [title = ""] = message.split("\n");
	return title !== "" && title.length <= maxTitleChars ? message : undefined;
}
