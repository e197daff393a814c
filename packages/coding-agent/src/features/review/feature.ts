import type { Feature } from "../contract/feature.ts";
import { type RunningReview, reviewKey } from "./session/running-review.ts";

/** Reviews of changes: `/review` with reviewer agents, and `omp review`. */
export const reviewFeature: Feature<RunningReview> = {
	...reviewKey,
	commands: async () => [(await import("./session/review-command.ts")).reviewCommand],
	cliCommands: [
		{
			name: "review",
			summary: "Review changes and report problems",
			load: async () => (await import("./cli/review-cli.ts")).review,
			completionSpec: async () => ({ flags: (await import("./cli/review-flags.ts")).reviewFlags }),
		},
	],
	isWanted: ({ request }) => !request.isBare,
	start: async (start) => (await import("./session/start-review.ts")).startReview(start),
};
