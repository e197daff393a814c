import type { TaskProgress, TaskQuestion, TaskResult, TaskState } from "@oh-my-pi/pi-fleet/contract/task";

/** What a task is busy with. */
export type TaskPhase = "workspace" | "agent" | "check" | "delivery";

/** What happens in a worker, for a live view in the same process. Others read the queue. */
export type WorkerEvent =
	| { readonly type: "task_start"; readonly task: string; readonly name: string; readonly fence: number }
	| { readonly type: "task_phase"; readonly task: string; readonly phase: TaskPhase; readonly round: number }
	/** A frame of `omp --mode rpc`: deltas, tools, turns. */
	| { readonly type: "task_frame"; readonly task: string; readonly frame: Readonly<Record<string, unknown>> }
	/** A finished turn has been recorded. */
	| { readonly type: "task_progress"; readonly task: string; readonly progress: TaskProgress }
	| { readonly type: "task_question"; readonly task: string; readonly question: TaskQuestion | undefined }
	| {
			readonly type: "task_end";
			readonly task: string;
			/** `queued`: handed back; `lost`: another worker has it, or nobody. */
			readonly state: TaskState | "lost";
			readonly result?: TaskResult;
	  }
	/** Something that is tried again, such as a queue that does not answer. */
	| { readonly type: "problem"; readonly message: string; readonly task?: string };
