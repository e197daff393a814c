import type { Feature } from "../contract/feature.ts";
import { collabKey, type RunningCollab } from "./session/running-collab.ts";

/** Live sharing of a session: `/collab`, `/join`, and the relay between them. Little is loaded before one of them is used. */
export const collabFeature: Feature<RunningCollab> = {
	...collabKey,
	commands: async () => {
		const [{ collabCommand }, { joinCommand, leaveCommand }] = await Promise.all([
			import("./session/collab-command.ts"),
			import("./session/join-command.ts"),
		]);
		return [collabCommand, joinCommand, leaveCommand];
	},
	cliCommands: [
		{
			name: "collab",
			summary: "Run a relay for shared sessions",
			load: async () => (await import("./cli/relay-cli.ts")).collabCli,
			completionSpec: async () => ({ flags: (await import("./cli/relay-flags.ts")).relayFlags, actions: ["relay"] }),
		},
	],
	isWanted: ({ request: { isBare } }) => !isBare,
	start: async () => (await import("./session/start-collab.ts")).startCollab(),
};
