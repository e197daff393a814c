import type { PlanDecision } from "../mode/execute-plan.ts";

export interface PlanAction {
	readonly kind: PlanDecision["kind"];
	readonly label: string;
	readonly description?: string;
}

/** Somebody who could carry a plan out. */
export interface RoleChoice {
	readonly name: string;
	/** Whoever answers now when absent. */
	readonly model?: Extract<PlanDecision, { kind: "keep" | "execute" | "compact" }>["model"];
}

export function planActions(contextUse: string): readonly PlanAction[] {
	return [
		{ kind: "execute", label: "Approve and execute", description: "fresh session" },
		{ kind: "compact", label: "Approve and compact context" },
		{ kind: "keep", label: `Approve and keep context (${contextUse})` },
		{ kind: "refine", label: "Refine plan" },
	];
}
