import type { ApprovalTier } from "./approval.ts";

/**
 * What a call asks for, as plain data. Its tool says it, in its own folder; the policy judges it and derives what it would touch.
 * Paths are as the model wrote them, folders are absolute.
 */
export type Action =
	| ReadAction
	| WriteAction
	| CommandAction
	| ProgramAction
	| CodeAction
	| RemoteCommandAction
	| OtherAction
	| SeveralActions;

export interface ReadAction {
	readonly kind: "read";
	readonly paths: readonly NamedPath[];
	/** Addresses outside this machine that it goes to. */
	readonly addresses?: readonly string[];
}

export interface NamedPath {
	/** As the call has it, for people. */
	readonly requestedPath: string;
	/** Without what selects a part of the file; `undefined` when it cannot be made out. */
	readonly path: string | undefined;
}

export interface WriteAction {
	readonly kind: "write";
	readonly paths: readonly string[];
}

/** A command line for the user's shell. */
export interface CommandAction {
	readonly kind: "command";
	readonly line: string;
	/** Where it runs. */
	readonly cwd: string;
	readonly env?: Readonly<Record<string, string>>;
	/**
	 * The part that must not name the project itself while the session works in a copy of it: all of the line, or what follows
	 * a leading `cd`, which is mapped into the copy.
	 */
	readonly checkedInCopy?: "whole-line" | "after-cd";
	/** Why it is asked about even if the line is harmless. */
	readonly neverFree?: string;
	/** It is to run outside the box: why, as the model says. */
	readonly outside?: string;
}

/** A program that is started as the call has it; never harmless. */
export interface ProgramAction {
	readonly kind: "program";
	readonly line: string;
	readonly cwd: string;
}

/** Code for an interpreter that the session keeps. */
export interface CodeAction {
	readonly kind: "code";
	readonly codes: readonly string[];
	/** Some of it runs where no box holds it. */
	readonly isOutside?: boolean;
}

export interface RemoteCommandAction {
	readonly kind: "remote-command";
	readonly host: string;
	readonly line: string;
	/** On the other machine. */
	readonly cwd?: string | undefined;
}

/** Whatever has no rules of its own, by how much it may do. */
export interface OtherAction {
	readonly kind: "other";
	readonly tier: ApprovalTier;
	readonly reason?: string;
}

/** All of them, one after another. */
export interface SeveralActions {
	readonly kind: "several";
	readonly actions: readonly Action[];
}
