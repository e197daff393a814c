import { open, opendir, stat } from "node:fs/promises";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { describeFailure } from "./open-regular.ts";

/** Refuses what was named and may not be looked into: nothing found there would not mean that nothing is there. */
export async function mustBeSearchable(path: string, shown: string, what: "file" | "folder"): Promise<void> {
	try {
		if (what === "file") return await (await open(path, "r")).close();
		await (await opendir(path)).close();
		// Its names may be open to us while what they stand for is not.
		await stat(`${path}/.`);
	} catch (error) {
		throw new ToolError(`Cannot search '${shown}': ${describeFailure(error as NodeJS.ErrnoException)}`, {
			cause: error,
		});
	}
}
