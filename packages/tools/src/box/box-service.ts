import type { InBox } from "@oh-my-pi/pi-natives/sandbox/in-box";
import type { PrivateTemporary } from "@oh-my-pi/pi-policy/paths/resolve-path";

/** The box that programs of a conversation run in. */
export interface BoxService {
	/** Whether it holds programs on this machine. */
	readonly holds: boolean;
	/** How a program is started in it; `undefined` where nothing holds programs on this machine. */
	enter(): InBox | undefined;
	/** Looks after a command from before its start; `undefined` where nothing holds it. */
	watch(command: string, cwd: string): BoxWatch | undefined;
	/** Whether the user has allowed a command to run outside without a question. */
	mayLeave(command: string): boolean;
	/** What to offer the user who is asked about leaving: the command as a rule, or the folder that it could not write to. */
	suggestLeaving(command: string): { readonly call: string; readonly suggestion: string };
	/** What file tools take to mean the same by `/tmp` as programs in the box. */
	readonly temporary: PrivateTemporary;
	/** Where programs in the box reach a server of omp on this machine. */
	addressInside(url: string): string;
	/** Makes servers inside reachable from outside, and says, for the model, which of them are not at their own port. */
	portNotes(): readonly string[];
	/** More variables for language servers, which need a cache that they can write. */
	serverVariables(): Readonly<Record<string, string>>;
	/** The machine's temporary folder that hides a file from programs in the box. */
	hides(path: string): string | undefined;
	/** For files that omp and programs in the box share. */
	sharedFolder(): string | undefined;
}

export interface BoxWatch {
	/** What the box refused and what was put back, for the model; nothing when all went well. */
	end(outcome: { readonly output: string; readonly failed: boolean }): readonly string[];
}
