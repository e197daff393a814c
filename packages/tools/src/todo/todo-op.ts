/** One change of the list, or a look at it. */
export type TodoOp =
	| { readonly op: "init"; readonly list: ReadonlyArray<{ readonly phase: string; readonly items: readonly string[] }> }
	| { readonly op: "start"; readonly task?: string | undefined }
	| {
			readonly op: "done" | "drop" | "rm" | "unblock";
			readonly task?: string | undefined;
			readonly phase?: string | undefined;
	  }
	| {
			readonly op: "block";
			readonly task?: string | undefined;
			readonly phase?: string | undefined;
			readonly reason?: string | undefined;
	  }
	| { readonly op: "append"; readonly phase?: string | undefined; readonly items: readonly string[] }
	| { readonly op: "view" };

export const todoOps = ["init", "start", "done", "drop", "block", "unblock", "rm", "append", "view"] as const;

/** A call that cannot be carried out; nothing of it is. */
export class TodoProblem extends Error {
	override readonly name = "TodoProblem";
}
