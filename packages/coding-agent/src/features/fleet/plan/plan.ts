import type { BatchLimits } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import type { TaskSpec } from "@oh-my-pi/pi-fleet/contract/task";

/** What a task file asks for, complete and checked. */
export interface Plan {
	readonly name: string;
	/** The task file, as the user named it. */
	readonly file: string;
	readonly limits: BatchLimits;
	readonly tasks: readonly PlannedTask[];
	/** Files that tasks bring or are read for them, from outside of the folder of the task file. */
	readonly outside: readonly string[];
	/** Repositories that are no folder of this machine. */
	readonly missing: readonly string[];
}

export interface PlannedTask {
	readonly name: string;
	readonly priority: number;
	readonly spec: Omit<TaskSpec, "files">;
	/** To upload: absolute path here, path in the workspace. */
	readonly files: ReadonlyArray<{ readonly from: string; readonly to: string }>;
}
