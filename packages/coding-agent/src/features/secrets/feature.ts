import type { Feature } from "../contract/feature.ts";
import { secretSettings } from "./settings.ts";

/** Secrets of user and project never reach a provider: placeholders do, and tools, screen and session get the values. */
export const secretsFeature: Feature = {
	name: "secrets",
	settings: [secretSettings],
	// Also in bare sessions: those of `omp commit` and `omp review` send files, too.
	isWanted: ({ workbench: { settings } }) => settings.get(secretSettings.enabled),
	isFirst: true,
	start: async (start) => (await import("./start-secrets.ts")).startSecrets(start),
};
