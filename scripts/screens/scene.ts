import type { OmpProject } from "@oh-my-pi/pi-testkit/omp-project";
import type { PtyRun } from "@oh-my-pi/pi-testkit/pty-run";
import type { Reply } from "@oh-my-pi/pi-testkit/replies";

/** A project in a home of its own, with omp and a scripted model. */
export interface SceneProject {
	readonly omp: OmpProject;
	readonly path: string;
	git(...args: string[]): Promise<string>;
}

/** One screen that is worth a picture: what is there, what the model says, and what the user does. */
export interface Scene {
	readonly name: string;
	readonly cols: number;
	readonly rows: number;
	readonly files?: Record<string, string>;
	readonly replies?: readonly Reply[];
	/** The user's settings. */
	readonly config?: string;
	/** What the program finds in its environment besides. */
	readonly env?: Record<string, string>;
	readonly args?: readonly string[];
	prepare?(project: SceneProject): Promise<void>;
	/** Ends when the screen shows what the picture is to show. */
	play(terminal: PtyRun, project: SceneProject): Promise<void>;
}
