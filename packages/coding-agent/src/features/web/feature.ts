import type { Feature } from "../contract/feature.ts";
import type { RunningWeb } from "./start-web.ts";

/** The web access of tools: which addresses they may reach. A session and its sub-agents have one. */
export const webFeature: Feature<RunningWeb> = {
	name: "web",
	start: async (start) => (await import("./start-web.ts")).startWeb(start),
};
