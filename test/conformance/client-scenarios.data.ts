/** How omp goes through a client scenario of the suite. */
export interface ClientScenario {
	/** A program that is the client in place of omp with a prompt; from the root of the repository. */
	readonly program?: string;
	/** Tools of the scenario's server that the model calls in turn. */
	readonly calls?: readonly { readonly tool: string; readonly args: Readonly<Record<string, unknown>> }[];
	/** Complaints that say no more than that the machine is busy. */
	readonly late?: RegExp;
}

const login: ClientScenario = { program: "test/in-process/mcp/login-client.ts" };

export const clientScenarios: Readonly<Record<string, ClientScenario>> = {
	initialize: {},
	tools_call: { calls: [{ tool: "add_numbers", args: { a: 2, b: 3 } }] },
	"sse-retry": { calls: [{ tool: "test_reconnection", args: {} }], late: /reconnected (slightly|very) late/ },
	"elicitation-sep1034-client-defaults": { program: "test/conformance/form-client.ts" },
	"auth/metadata-default": login,
	"auth/metadata-var1": login,
	"auth/metadata-var2": login,
	"auth/metadata-var3": login,
	"auth/basic-cimd": login,
	"auth/scope-from-www-authenticate": login,
	"auth/scope-from-scopes-supported": login,
	"auth/scope-omitted-when-undefined": login,
	"auth/scope-step-up": login,
	"auth/scope-retry-limit": login,
	"auth/token-endpoint-auth-basic": login,
	"auth/token-endpoint-auth-post": login,
	"auth/token-endpoint-auth-none": login,
	"auth/pre-registration": login,
	"auth/2025-03-26-oauth-metadata-backcompat": login,
	"auth/2025-03-26-oauth-endpoint-fallback": login,
	"auth/resource-mismatch": login,
	"auth/offline-access-scope": login,
	"auth/offline-access-not-supported": login,
};

/** Scenarios that do not apply, with the reason. */
export const notApplicable: Readonly<Record<string, string>> = {
	"auth/client-credentials-jwt": "An extension of the protocol for clients without a user; omp acts for one",
	"auth/client-credentials-basic": "An extension of the protocol for clients without a user; omp acts for one",
	"auth/cross-app-access-complete-flow":
		"An extension of the protocol: needs an identity provider of a company that issues tokens for omp",
};
