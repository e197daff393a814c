import type { Behavior } from "../conversation/behavior.ts";
import { toolCallLoopGuard } from "../conversation/behaviors/tool-call-loop-guard.ts";
import type { RetryLimits } from "../conversation/recovery/retry-policy.ts";
import { todoErrorNote } from "../conversation/reminders/todo-error-note.ts";
import { toolCallLoopGuardSettings } from "../settings/sections/loop.ts";
import { retrySettings } from "../settings/sections/retry.ts";
import type { Settings } from "../settings/settings.ts";

/** The reactions to turns that the settings ask for. */
export function sessionBehaviors(settings: Settings): Behavior[] {
	const behaviors: Behavior[] = [todoErrorNote];
	if (settings.get(toolCallLoopGuardSettings.enabled)) {
		behaviors.push(toolCallLoopGuard({ threshold: settings.get(toolCallLoopGuardSettings.threshold) }));
	}
	return behaviors;
}

export function retryLimits(settings: Settings): RetryLimits {
	return {
		enabled: settings.get(retrySettings.enabled),
		maxRetries: settings.get(retrySettings.maxRetries),
		baseDelayMs: settings.get(retrySettings.baseDelayMs),
		maxDelayMs: settings.get(retrySettings.maxDelayMs),
	};
}
