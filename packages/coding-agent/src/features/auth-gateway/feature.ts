import type { Feature } from "../contract/feature.ts";

/** `omp auth-gateway`: the models behind the broker's logins, for other programs. */
export const authGatewayFeature: Feature = {
	name: "auth-gateway",
	cliCommands: [
		{
			name: "auth-gateway",
			summary: "Offer models to other programs",
			load: async () => (await import("./cli/auth-gateway.ts")).authGateway,
			completionSpec: async () => ({
				flags: (await import("./cli/flags.data.ts")).gatewayFlags,
				actions: (await import("./cli/auth-gateway.ts")).gatewayActions,
			}),
		},
	],
};
