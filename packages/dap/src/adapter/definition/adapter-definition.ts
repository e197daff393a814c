import type { ConnectMode } from "../../transport/adapter-process.ts";
import type { AdapterPlace, LocatedCommand } from "./adapter-place.ts";

export type LaunchArguments = Readonly<Record<string, unknown>>;

/** A debug adapter: how it is found and started, what it is for, and what it wants to be told. */
export interface AdapterDefinition {
	readonly name: string;
	/** A name on PATH, or a path. */
	readonly command: string;
	/** See `ConnectMode` for what may stand in them. */
	readonly args: readonly string[];
	readonly connectMode: ConnectMode;
	/** For people: what it debugs. */
	readonly languages: readonly string[];
	/** Endings of programs, such as `.py`. */
	readonly fileTypes: readonly string[];
	/** Files in a project that suggest it. */
	readonly rootMarkers: readonly string[];
	readonly launchDefaults: LaunchArguments;
	readonly attachDefaults: LaunchArguments;
	readonly acceptsDirectoryProgram: boolean;
	/** It debugs compiled programs. */
	readonly acceptsBinaries?: boolean;
	/** A program without any breakpoint stops at its beginning with these in the launch request, or at this function. */
	readonly entry?: { readonly arguments: LaunchArguments } | { readonly function: string };
	/** The program writes to the adapter's own streams. */
	readonly sharesOutput?: boolean;
	/** What an expression is evaluated as; `watch` by default, since as `repl` many take it for a command of the debugger. */
	readonly evaluateContext?: string;
	/** Where the adapter itself runs, when not in the project. */
	readonly cwd?: string;
	/** Which package brings it. */
	readonly install?: string;
	/** Finds the program where its name alone is not enough. */
	readonly locate?: (definition: AdapterDefinition, place: AdapterPlace) => Promise<LocatedCommand>;
	/** What only this adapter wants in a launch request; at `scratchPath` it may build something. */
	readonly launchArguments?: (program: DebugProgram, scratchPath: string) => LaunchArguments;
	/** A program that listens on a port for a debugger speaks the protocol itself; no adapter is started for it. */
	readonly isServedByProgram?: boolean;
	/** The attach request; `{ pid }` or `{ host, port }` by default. */
	readonly attachArguments?: (target: AttachTarget) => LaunchArguments;
}

/** What is to be debugged. */
export interface DebugProgram {
	/** Absolute. */
	readonly path: string;
	readonly kind: "directory" | "binary" | "file";
	/** A module that an interpreter runs, in place of `path`. */
	readonly module?: string;
}

export interface AttachTarget {
	readonly pid?: number;
	readonly port?: number;
	readonly host: string;
}
