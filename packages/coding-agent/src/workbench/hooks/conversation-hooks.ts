import { todoSettings } from "@oh-my-pi/pi-tools/todo/settings";
import { approvalHook } from "../../conversation/approval/approval-hook.ts";
import { todoErrorNote } from "../../conversation/behaviors/todo-error-note.ts";
import { TodoReminder } from "../../conversation/behaviors/todo-reminder.ts";
import { toolCallLoopGuard } from "../../conversation/behaviors/tool-call-loop-guard.ts";
import { CheckpointHook } from "../../conversation/checkpoint/checkpoint-hook.ts";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import type { HookFactory } from "../../conversation/kernel/conversation-options.ts";
import type { WorkingFolder } from "../../conversation/operations/move-session.ts";
import type { PromptSource } from "../../conversation/prompt/prompt-source.ts";
import type { RetryLimits } from "../../conversation/recovery/retry-policy.ts";
import type { Rule } from "../../discovery/capabilities/rules.ts";
import { rememberModels } from "../../models/remember-models.ts";
import { toolCallLoopGuardSettings } from "../../settings/sections/agent/loop.ts";
import { streamRuleSettings } from "../../settings/sections/agent/stream-rules.ts";
import { retrySettings } from "../../settings/sections/model/retry.ts";
import type { Settings } from "../../settings/settings.ts";
import type { SubagentContext } from "../contract/agent-host.ts";
import type { Workbench } from "../workbench.ts";
import { collectGarbageHook } from "./collect-garbage-hook.ts";
import type { CommandTurns } from "./command-turns.ts";
import type { PendingPreviews } from "./pending-previews.ts";
import { promptCompanions } from "./prompt-attachments.ts";
import { streamRulesHook } from "./stream-rules-hook.ts";

interface HookSources {
	readonly workbench: Workbench;
	readonly conversation: Conversation;
	readonly folder: WorkingFolder;
	readonly previews: PendingPreviews;
	readonly prompt: PromptSource;
	readonly turns: CommandTurns;
	/** The conversation of the user's that this one belongs to; often itself. */
	readonly top: Conversation;
	readonly subagent?: SubagentContext;
}

/** The built-in hooks of each conversation, one per line. */
export function conversationHooks(sources: HookSources): HookFactory[] {
	const { workbench, folder, conversation, previews, prompt, turns } = sources;
	const { settings, host, agentDir, approvals } = workbench;
	const reminders = () => ({
		enabled: settings.get(todoSettings.reminders),
		max: settings.get(todoSettings.remindersMax),
	});
	const skills = async () => (await prompt.facts()).skills ?? [];
	const none: readonly Rule[] = [];
	const streamRules = async () => (await prompt.facts()).rules?.stream ?? none;
	const builtinRules = async () => (await (await prompt.facts()).builtinRules?.()) ?? none;
	const streamPolicy = () => ({
		contextMode: settings.get(streamRuleSettings.contextMode),
		interruptMode: settings.get(streamRuleSettings.interruptMode),
		repeatMode: settings.get(streamRuleSettings.repeatMode),
		repeatGap: settings.get(streamRuleSettings.repeatGap),
	});
	const loopGuard: HookFactory = (live) => {
		const threshold = settings.get(toolCallLoopGuardSettings.threshold);
		return toolCallLoopGuard({ threshold, exemptTools: settings.get(toolCallLoopGuardSettings.exemptTools) }, live);
	};
	return [
		(live) => approvalHook(approvals, live, { parentId: conversation.origin.parentId }),
		(live) => previews.hook(live),
		(live) => new CheckpointHook({ live, now: live.now }),
		(live) => new TodoReminder({ live, todos: live.todos, now: live.now, rules: reminders }),
		todoErrorNote,
		() => ({
			name: "attachments",
			attachments: promptCompanions({ host, agentDir, settings, folder, conversation, skills }),
		}),
		() => ({ name: "changed-files", beforePrompt: () => prompt.forgetIfStale().then(() => undefined) }),
		(live) => streamRulesHook({ live, rules: streamRules, builtinRules, policy: streamPolicy, cwd: () => folder.path }),
		(live) => turns.hook(live),
		// What sub-agents use is no choice of the user's.
		...(sources.subagent ? [] : [() => rememberModels(workbench.registry.store, host.now)]),
		() => collectGarbageHook(),
		(live) => workbench.jobs.hook(live),
		...(settings.get(toolCallLoopGuardSettings.enabled) ? [loopGuard] : []),
	];
}

export function retryLimits(settings: Settings): RetryLimits {
	return {
		enabled: settings.get(retrySettings.enabled),
		maxRetries: settings.get(retrySettings.maxRetries),
		baseDelayMs: settings.get(retrySettings.baseDelayMs),
		maxDelayMs: settings.get(retrySettings.maxDelayMs),
	};
}
