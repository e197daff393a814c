import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
	AdapterDefinition,
	AttachTarget,
	DebugProgram,
	LaunchArguments,
} from "./definition/adapter-definition.ts";

export interface LaunchRequest {
	readonly arguments: LaunchArguments;
	/** Where the program is stopped first. */
	readonly entryFunction?: string;
	/** What the adapter may build; removed with the session. */
	readonly scratchPath: string;
}

/** What an adapter is asked in order to start a program. */
export function launchRequest(
	definition: AdapterDefinition,
	program: DebugProgram,
	options: { readonly args: readonly string[]; readonly cwd: string; readonly stopsAtEntry: boolean },
): LaunchRequest {
	const { launchDefaults, launchArguments, entry } = definition;
	const scratchPath = join(tmpdir(), `omp-debug-${crypto.randomUUID().slice(0, 8)}`);
	const entryArguments = options.stopsAtEntry && entry && "arguments" in entry ? entry.arguments : {};
	const entryFunction = options.stopsAtEntry && entry && "function" in entry ? entry.function : undefined;
	return {
		arguments: {
			...launchDefaults,
			program: program.path,
			args: options.args,
			cwd: options.cwd,
			...entryArguments,
			...launchArguments?.(program, scratchPath),
		},
		...(entryFunction !== undefined && { entryFunction }),
		scratchPath,
	};
}

/** What an adapter is asked in order to look into a program that runs. */
export function attachRequest(definition: AdapterDefinition, target: AttachTarget, cwd: string): LaunchArguments {
	const { pid, port, host } = target;
	const place = port === undefined ? { pid } : { host, port };
	return { ...definition.attachDefaults, cwd, ...(definition.attachArguments?.(target) ?? place) };
}
