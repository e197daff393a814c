/** What the session works towards by itself. */
export interface Goal {
	readonly id: string;
	readonly objective: string;
	readonly status: "active" | "paused" | "budget-limited" | "complete" | "dropped";
	/** How much may be used for it. */
	readonly tokenBudget?: number;
	readonly tokensUsed: number;
	readonly timeUsedSeconds: number;
	/** ISO 8601. */
	readonly createdAt: string;
	readonly updatedAt: string;
}

/** Where the goal is kept. */
export interface GoalStore {
	readonly goal: Goal | undefined;
	create(objective: string, tokenBudget?: number): Goal;
	resume(): Goal;
	complete(): Goal;
	drop(): Goal;
}
