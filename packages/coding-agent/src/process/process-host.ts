import { homedir } from "node:os";
import type { Host } from "@oh-my-pi/pi-utils/host";

/** The real outside world. */
export function processHost(): Host {
	// The launcher's word to the engine is not for the programs we start.
	delete process.env.BUN_JSC_thresholdForFTLOptimizeAfterWarmUp;
	return {
		cwd: process.cwd(),
		home: process.env.HOME || homedir(),
		env: process.env,
		now: Date.now,
		newId: () => Bun.randomUUIDv7(),
	};
}
