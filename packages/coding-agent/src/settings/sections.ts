import { appearanceSettings, startupSettings, themeSettings } from "./sections/appearance.ts";
import { loopSettings, toolCallLoopGuardSettings } from "./sections/loop.ts";
import { modelSettings } from "./sections/model.ts";
import { modelChoiceSettings, providerSettings } from "./sections/providers.ts";
import { retrySettings } from "./sections/retry.ts";
import { readSettings, shellSettings, toolSettings } from "./sections/tools.ts";
import type { Setting } from "./setting.ts";

const sections = [
	themeSettings,
	appearanceSettings,
	startupSettings,
	modelSettings,
	modelChoiceSettings,
	providerSettings,
	loopSettings,
	toolCallLoopGuardSettings,
	retrySettings,
	toolSettings,
	readSettings,
	shellSettings,
];

/** Every setting there is, in the order of the reference. */
export const allSettings: ReadonlyArray<Setting<unknown>> = sections.flatMap((entries) =>
	Object.values<Setting<unknown>>(entries),
);
