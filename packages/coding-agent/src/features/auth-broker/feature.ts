import type { Feature } from "../contract/feature.ts";

/** `omp auth-broker`: keys and logins of several machines in one place. Sessions know it as a store of accounts only. */
export const authBrokerFeature: Feature = {
	name: "auth-broker",
	cliCommands: [
		{
			name: "auth-broker",
			summary: "Keep keys and logins for several machines",
			load: async () => (await import("./cli/auth-broker.ts")).authBroker,
			completionSpec: async () => ({
				flags: (await import("./cli/flags.data.ts")).brokerFlags,
				actions: (await import("./cli/auth-broker.ts")).brokerActions,
			}),
		},
	],
};
