import type { Severity } from "@oh-my-pi/pi-tools/services/agent-service";

/** The primary at the moment when a note arrives. */
export interface PrimaryState {
	/** A run is active. */
	readonly isRunning: boolean;
	/** The user, or a client for the user, has aborted the last run and done nothing since. */
	readonly isInterrupted: boolean;
	readonly isPlanning: boolean;
	/** The last run ended with an answer, not with an error or in the middle. */
	readonly hasAnswered: boolean;
	/** The last interruption was too few turns ago for another one. */
	readonly isImmune: boolean;
	/** False where nobody could see a run that no prompt has started. */
	readonly mayStartRuns: boolean;
	/** Advisors have started as many runs as they may since the user's last message. */
	readonly hasStartedEnough: boolean;
}

/**
 * - `aside`: with the next request of the run, interrupting nothing
 * - `steer`: at the next step of the run; calls that have not started are skipped
 * - `start`: starts a run
 * - `keep`: shown, and in the context of whatever the user does next
 * - `hold`: goes ahead of the next prompt
 */
export type Delivery = "aside" | "steer" | "start" | "keep" | "hold";

/** How a note reaches the primary. Nothing restarts a run that the user has ended. */
export function chooseDelivery(severity: Severity, state: PrimaryState): Delivery {
	if (state.isInterrupted) return "keep";
	if (state.isRunning) return severity === "nit" || state.isPlanning || state.isImmune ? "aside" : "steer";
	if (severity === "nit" || state.isPlanning) return "keep";
	// Only a blocker reopens what is answered; a run that broke off may be resumed by a concern, too.
	if (severity === "concern" && state.hasAnswered) return "keep";
	if (!state.mayStartRuns) return "hold";
	return state.hasStartedEnough ? "keep" : "start";
}
