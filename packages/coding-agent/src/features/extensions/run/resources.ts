import { resolve } from "node:path";
import type { ExtensionResources } from "../../../workbench/contract/extension-host.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { HandlerCalls } from "./handler-calls.ts";

/** `resources_discover`: the paths of all answers, in their order. */
export async function askForResources(
	calls: HandlerCalls,
	{ conversation, folder: { path: cwd }, host }: Pick<OpenedConversation, "conversation" | "folder" | "host">,
	reason: "startup" | "reload",
): Promise<ExtensionResources> {
	const found: Record<keyof ExtensionResources, string[]> = { skills: [], prompts: [], themes: [] };
	await calls.call(
		"resources_discover",
		conversation,
		() => ({ cwd, reason }),
		({ skillPaths, promptPaths, themePaths }) => {
			for (const [kind, paths] of Object.entries({ skills: skillPaths, prompts: promptPaths, themes: themePaths })) {
				const absolute = textsOf(paths).map((path) => resolve(cwd, path.replace(/^~(?=$|\/)/, host.home)));
				found[kind as keyof ExtensionResources].push(...absolute);
			}
		},
	);
	return found;
}

export function isEmpty({ skills, prompts, themes }: ExtensionResources): boolean {
	return skills.length + prompts.length + themes.length === 0;
}

function textsOf(value: unknown): string[] {
	return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}
