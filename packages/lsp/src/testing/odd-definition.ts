import { join } from "node:path";
import type { ServerDefinition } from "../contract/server-definition.ts";

/** A definition that starts `odd-server.ts` with a behavior. */
export function oddDefinition(behavior = "", changes: Partial<ServerDefinition> = {}): ServerDefinition {
	return {
		name: "odd",
		command: process.execPath,
		args: [join(import.meta.dir, "odd-server.ts"), behavior],
		fileTypes: [".odd"],
		...changes,
	};
}

/** What every test passes. */
export const patient = { signal: new AbortController().signal };

export const clientInfo = { name: "test", version: "1" };
