import type { Feature } from "../contract/feature.ts";
import { autolearnKey } from "./running-autolearn.ts";

/** Lessons and managed skills: the tools `learn` and `manage_skill`, `/learn`, and a reminder after a long turn. The settings are those of the tools. */
export const autolearnFeature: Feature = {
	...autolearnKey,
	commands: async () => [(await import("./learn-command.ts")).learnCommand],
	isWanted: ({ request: { isBare } }) => !isBare,
	async start(start) {
		const { autolearnSettings } = await import("@oh-my-pi/pi-tools/manage-skill/settings");
		if (!start.workbench.settings.get(autolearnSettings.enabled)) return {};
		return (await import("./start-autolearn.ts")).startAutolearn(start);
	},
};
