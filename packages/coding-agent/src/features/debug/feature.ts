import type { Feature } from "../contract/feature.ts";
import { debugAdapterKind } from "./config/adapter-claim.ts";

/** Debuggers for the tool `debug`: one session for all conversations, started with the first call. */
export const debugFeature: Feature = {
	name: "debug",
	trustKinds: [debugAdapterKind],
	async survey({ context, settings }) {
		await (await import("./config/dap-config.ts")).loadDapConfig(context, settings);
	},
	inventory: async () => [(await import("./config/dap-config.ts")).debugAdapterFiles],
	missingPrograms: async (place) => (await import("./missing-adapters.ts")).missingAdapters(place),
	start: async ({ workbench }) => (await import("./start-debug.ts")).startDebug(workbench),
};
