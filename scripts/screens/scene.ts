import type { OmpProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import type { Reply } from "@oh-my-pi/pi-testkit/servers/replies";
import type { PtyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";

/** A project with its own home, omp and a scripted model. */
export interface SceneProject {
	readonly omp: OmpProject;
	readonly path: string;
	git(...args: string[]): Promise<string>;
}

/** One screenshot: the project, the model's replies, and the user's actions. */
export interface Scene {
	readonly name: string;
	readonly cols: number;
	readonly rows: number;
	readonly files?: Record<string, string>;
	readonly replies?: readonly Reply[];
	/** Answers by the body of the request when the replies have been used. */
	readonly otherwise?: (body: Record<string, unknown>) => Reply;
	/** The user's settings. */
	readonly config?: string;
	/** Additional environment variables. */
	readonly env?: Record<string, string>;
	readonly args?: readonly string[];
	/** No model is connected yet. */
	readonly isFirstStart?: true;
	/** On a light terminal. */
	readonly isLight?: true;
	/** Rows in 40 columns; the scene is also taken there, and on a light terminal. */
	readonly narrowRows?: number;
	prepare?(project: SceneProject): Promise<void>;
	/** Resolves when the screen shows the desired state. */
	play(terminal: PtyRun, project: SceneProject): Promise<void>;
}
