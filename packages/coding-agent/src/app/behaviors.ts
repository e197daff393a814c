import type { Behavior } from "../conversation/behavior.ts";
import { toolCallLoopGuard } from "../conversation/behaviors/tool-call-loop-guard.ts";
import { toolCallLoopGuardSettings } from "../settings/sections/loop.ts";
import type { Settings } from "../settings/settings.ts";

/** The reactions to turns that the settings ask for. */
export function sessionBehaviors(settings: Settings): Behavior[] {
	const behaviors: Behavior[] = [];
	if (settings.get(toolCallLoopGuardSettings.enabled)) {
		behaviors.push(toolCallLoopGuard({ threshold: settings.get(toolCallLoopGuardSettings.threshold) }));
	}
	return behaviors;
}
