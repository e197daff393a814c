import type { OmpProject } from "@oh-my-pi/pi-testkit/omp-project";
import type { PtyRun } from "@oh-my-pi/pi-testkit/pty-run";
import type { Reply } from "@oh-my-pi/pi-testkit/replies";

/** One screen that is worth a picture: what is there, what the model says, and what the user does. */
export interface Scene {
	readonly name: string;
	readonly cols: number;
	readonly rows: number;
	readonly files?: Record<string, string>;
	readonly replies?: readonly Reply[];
	readonly args?: readonly string[];
	prepare?(omp: OmpProject): Promise<void>;
	/** Ends when the screen shows what the picture is to show. */
	play(terminal: PtyRun, omp: OmpProject): Promise<void>;
}
