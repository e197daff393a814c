import type { LoadContext } from "../../discovery/contract/capability.ts";
import { findConfigFile, projectConfigDirs, userConfigDirs } from "../../discovery/files/config-bases.ts";
import { systemPromptClaim } from "../../trust/file-claims.ts";
import { textOrFile } from "./flag-text.ts";

export interface PromptFlags {
	readonly systemPrompt?: string | undefined;
	readonly appendSystemPrompt?: string | undefined;
	/** Rules are not looked for. */
	readonly noRules?: boolean | undefined;
}

/** Custom prompt texts: from a flag, else from the first existing file, the project's before the user's. */
export async function loadPromptTexts(
	flags: PromptFlags,
	context: LoadContext,
): Promise<{ readonly custom?: string; readonly append?: string }> {
	const [custom, append] = await Promise.all([
		promptText(flags.systemPrompt, "SYSTEM.md", context),
		promptText(flags.appendSystemPrompt, "APPEND_SYSTEM.md", context),
	]);
	return { ...(custom !== undefined && { custom }), ...(append !== undefined && { append }) };
}

async function promptText(flag: string | undefined, name: string, context: LoadContext): Promise<string | undefined> {
	if (flag !== undefined) return textOrFile(flag, context.cwd);
	const dirs = [...projectConfigDirs(context), ...userConfigDirs(context)];
	const found = await findConfigFile(name, dirs, context, systemPromptClaim);
	return found?.text.trim() === "" ? undefined : found?.text;
}
