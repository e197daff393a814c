import type { BatchLimits } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import type { TaskSpec } from "@oh-my-pi/pi-fleet/contract/task";

/** What a task file asks for, complete and checked. */
export interface Plan {
	readonly name: string;
	/** The task file, as the user named it. */
	readonly file: string;
	readonly limits: BatchLimits;
	readonly tasks: readonly PlannedTask[];
}

export interface PlannedTask {
	readonly name: string;
	readonly priority: number;
	readonly spec: Omit<TaskSpec, "files">;
	/** To upload: absolute path here, path in the workspace. */
	readonly files: ReadonlyArray<{ readonly from: string; readonly to: string }>;
}
