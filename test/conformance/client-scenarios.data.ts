/** How omp goes through a client scenario of the suite. */
export interface ClientScenario {
	/** Tools of the scenario's server that the model calls in turn. */
	readonly calls?: readonly { readonly tool: string; readonly args: Readonly<Record<string, unknown>> }[];
	/** Complaints that say no more than that the machine is busy. */
	readonly late?: RegExp;
}

export const clientScenarios: Readonly<Record<string, ClientScenario>> = {
	initialize: {},
	tools_call: { calls: [{ tool: "add_numbers", args: { a: 2, b: 3 } }] },
	"sse-retry": { calls: [{ tool: "test_reconnection", args: {} }], late: /reconnected (slightly|very) late/ },
};

/** Scenarios that do not apply, with the reason. */
export const notApplicable: Readonly<Record<string, string>> = {
	"auth/client-credentials-jwt": "An extension of the protocol for clients without a user; omp acts for one",
	"auth/client-credentials-basic": "An extension of the protocol for clients without a user; omp acts for one",
	"auth/cross-app-access-complete-flow":
		"An extension of the protocol: needs an identity provider of a company that issues tokens for omp",
};

/** Scenarios whose part of omp is not there yet, with what is missing. */
export const notYet: Readonly<Record<string, string>> = {
	"elicitation-sep1034-client-defaults": "elicitation",
	"auth/metadata-default": "OAuth",
	"auth/metadata-var1": "OAuth",
	"auth/metadata-var2": "OAuth",
	"auth/metadata-var3": "OAuth",
	"auth/basic-cimd": "OAuth",
	"auth/scope-from-www-authenticate": "OAuth",
	"auth/scope-from-scopes-supported": "OAuth",
	"auth/scope-omitted-when-undefined": "OAuth",
	"auth/scope-step-up": "OAuth",
	"auth/scope-retry-limit": "OAuth",
	"auth/token-endpoint-auth-basic": "OAuth",
	"auth/token-endpoint-auth-post": "OAuth",
	"auth/token-endpoint-auth-none": "OAuth",
	"auth/pre-registration": "OAuth",
	"auth/2025-03-26-oauth-metadata-backcompat": "OAuth",
	"auth/2025-03-26-oauth-endpoint-fallback": "OAuth",
	"auth/resource-mismatch": "OAuth",
	"auth/offline-access-scope": "OAuth",
	"auth/offline-access-not-supported": "OAuth",
};
