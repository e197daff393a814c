import type { BoxService } from "@oh-my-pi/pi-tools/box/box-service";

/** The box of a session, where a feature provides one. */
export interface BoxHost {
	/** For a conversation that works in a folder, which may change. */
	serviceFor(workspace: () => string): BoxService;
	/** The user allows what leaves the box for longer than one time: a command, as a rule, or a folder. */
	allowLeaving(rule: string, scope: LeavingScope): Promise<void>;
	/** For the model: what programs of a workspace may do, and whether somebody can be asked about the rest. A few lines. */
	describe(workspace: string, options: { readonly mayAsk: boolean }): string;
	/** Whether a port of this machine leads to a server that a program in the box has started. */
	isForwarded(port: number): boolean;
	/** For the status line and for people. */
	readonly state: BoxState;
}

export type LeavingScope = "session" | "project" | "everywhere";

export type BoxState =
	| { readonly kind: "on"; readonly mode: "read" | "workspace"; readonly isFull: boolean }
	| { readonly kind: "unavailable"; readonly reason: string };
