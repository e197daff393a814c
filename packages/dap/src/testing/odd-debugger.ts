import { join } from "node:path";
import type { AvailableAdapter } from "../adapter/adapter-catalog.ts";
import type { AdapterDefinition } from "../adapter/definition/adapter-definition.ts";
import { Debugger, type DebuggerOptions, type StartOptions } from "../session/debugger.ts";
import { placeholders } from "../transport/placeholders.ts";

export const oddScript = join(import.meta.dir, "odd-adapter.ts");

/** How the odd adapter is reached, with its last two arguments. */
const ways = {
	stdio: { connectMode: "stdio", words: ["stdio"] },
	tcp: { connectMode: "tcp", words: ["port", placeholders.port] },
	unix: { connectMode: "socket", words: ["socket", placeholders.socket] },
	"call-back": { connectMode: "socket", words: ["connect", placeholders.clientAddress] },
} as const;

export type Way = keyof typeof ways;

export function oddDefinition(behavior = "", way: Way = "stdio"): AdapterDefinition {
	const { connectMode, words } = ways[way];
	return {
		name: "odd",
		command: process.execPath,
		args: [oddScript, behavior, ...words],
		connectMode,
		languages: ["Odd"],
		fileTypes: [".odd"],
		rootMarkers: [],
		launchDefaults: {},
		attachDefaults: {},
		acceptsDirectoryProgram: false,
	};
}

export function oddAdapter(behavior = "", way: Way = "stdio"): AvailableAdapter {
	const definition = oddDefinition(behavior, way);
	return { definition, command: definition.command, args: definition.args };
}

/** A debugger whose processes are not mixed up with those of others. */
export function testDebugger(options: Partial<DebuggerOptions> = {}): Debugger {
	return new Debugger({
		env: { ...process.env },
		mark: { name: "OMP_TEST_DEBUG", value: crypto.randomUUID() },
		clientName: "test",
		...options,
	});
}

/** Longer than anything takes, even on a busy machine. */
export const patient = { timeoutMs: 20_000 };

export function startOdd(target: Debugger, behavior = "", way: Way = "stdio", more: Partial<StartOptions> = {}) {
	return target.start({
		adapter: oddAdapter(behavior, way),
		request: "launch",
		arguments: {},
		target: "main.odd",
		cwd: "/",
		...patient,
		...more,
	});
}
