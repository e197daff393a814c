/** Names the socket of the worker and the secret of one task, as `<path>#<token>`. It is never passed on to commands. */
export const gateVariable = "OMP_FLEET_GATE";

export interface GateRequests {
	/** Before a request to a model. */
	readonly admit: {
		readonly ask: { readonly key: string; readonly account: string; readonly tokens: number; readonly usd: number };
		readonly answer:
			| { readonly kind: "go" }
			| { readonly kind: "wait"; readonly ms: number }
			| { readonly kind: "refused"; readonly message: string; readonly cap?: "batch" };
	};
	/** After it. */
	readonly report: {
		readonly ask: {
			readonly key: string;
			readonly account: string;
			readonly tokens: number;
			readonly usd: number;
			readonly blockedMs?: number;
		};
		readonly answer: object;
	};
	/** A turn has ended, with so much of the log. */
	readonly turn: {
		readonly ask: { readonly file: string; readonly bytes: number };
		readonly answer: object;
	};
	/** Before the calls of a reply; answered when the files of the turn before have been looked at. */
	readonly calls: { readonly ask: object; readonly answer: { readonly refuse?: string } };
}

export type GateVerb = keyof GateRequests;
