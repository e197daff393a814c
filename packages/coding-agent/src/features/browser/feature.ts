import type { Tabs } from "@oh-my-pi/pi-tools/browser-control/tabs/tabs";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { RunningFeature } from "../../workbench/running-feature.ts";
import type { Feature } from "../contract/feature.ts";

/** Browser tabs for the tool `browser`, shared by all conversations of a session. */
export const browserFeature: Feature = {
	name: "browser",
	async missingPrograms({ host: { env } }) {
		const { findChromium } = await import("@oh-my-pi/pi-tools/browser-control/chromium/find-chromium");
		try {
			findChromium(env);
			return [];
		} catch (error) {
			return [`${errorMessage(error)}. Only the browser tool needs it.`];
		}
	},
	start(): RunningFeature {
		let tabs: Promise<Tabs> | undefined;
		const open = async () => new (await import("@oh-my-pi/pi-tools/browser-control/tabs/tabs")).Tabs();
		const browsers = { load: () => (tabs ??= open()), isInUse: () => tabs !== undefined };
		return {
			join: () => ({ services: { browsers } }),
			async [Symbol.asyncDispose]() {
				await (await tabs)?.[Symbol.asyncDispose]();
			},
		};
	},
};
