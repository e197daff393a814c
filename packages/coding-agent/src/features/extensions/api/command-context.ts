import { SessionManager } from "@oh-my-pi/pi-session/operations/session-manager";
import { branchConversation } from "../../../conversation/operations/branch-session.ts";
import { navigateTree } from "../../../conversation/operations/navigate-tree.ts";
import { newSession } from "../../../conversation/operations/new-session.ts";
import { switchSession } from "../../../conversation/operations/switch-session.ts";
import { branchSummarySettings } from "../../../settings/sections/agent/context.ts";
import type { ContextParts } from "./context.ts";
import type { ExtensionCommandContext, ExtensionContext } from "./types.ts";

/** The `ctx` of commands, which may also change the session. */
export function commandContext(
	context: ExtensionContext,
	{ session }: ContextParts,
	reload: () => Promise<void>,
): ExtensionCommandContext {
	const { conversation } = session;
	const more = {
		waitForIdle: () => conversation.idle(),
		newSession: async ({ parentSession, setup }: NewSessionOptions = {}) => ({
			cancelled: !(await newSession(conversation, {
				parentSession,
				...(setup && {
					setup: async (log) => void (await setup(new SessionManager(log))),
				}),
			})),
		}),
		switchSession: async (path: string) => ({ cancelled: !(await switchSession(conversation, path)) }),
		branch: async (entryId: string) => ({ cancelled: (await branchConversation(conversation, entryId)).cancelled }),
		async navigateTree(targetId: string, { summarize, customInstructions: focus, label }: NavigateOptions = {}) {
			const reserveTokens = session.settings.get(branchSummarySettings.reserveTokens);
			const { cancelled } = await navigateTree(conversation, targetId, {
				...(summarize && {
					summarize: (entries) =>
						conversation.summarizeBranch(entries, { reserveTokens, signal: neverAborted, ...(focus && { focus }) }),
				}),
			});
			if (!cancelled && label !== undefined) conversation.log.appendLabelChange(targetId, label);
			return { cancelled };
		},
		reload,
	};
	// Getters such as `model` must stay getters.
	return Object.defineProperties(more, Object.getOwnPropertyDescriptors(context)) as ExtensionCommandContext;
}

type NewSessionOptions = NonNullable<Parameters<ExtensionCommandContext["newSession"]>[0]>;
type NavigateOptions = NonNullable<Parameters<ExtensionCommandContext["navigateTree"]>[1]>;

const neverAborted = new AbortController().signal;
