import type { Feature } from "../contract/feature.ts";

/** Issues and pull requests: the tool `github`, `issue://` and `pr://`. */
export const githubFeature: Feature = {
	name: "github",
	start: async (start) => (await import("./start-github.ts")).startGithub(start),
};
