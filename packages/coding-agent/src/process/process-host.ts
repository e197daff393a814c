import { homedir } from "node:os";
import type { Host } from "@oh-my-pi/pi-utils/host";

/** The real outside world. */
export function processHost(): Host {
	// What the launcher tells the engine is not for the programs we start.
	delete process.env.BUN_JSC_thresholdForFTLOptimizeAfterWarmUp;
	delete process.env.BUN_JSC_heapGrowthMaxIncrease;
	passCurrentEnv();
	return {
		cwd: process.cwd(),
		home: process.env.HOME || homedir(),
		env: process.env,
		now: Date.now,
		newId: () => Bun.randomUUIDv7(),
	};
}

/** Where no `env` is given, Bun would start programs with the environment we were started with, not as it is now. */
function passCurrentEnv(): void {
	const withEnv = {
		apply: (spawn: typeof Bun.spawn, self: unknown, [command, options]: [unknown, object | undefined]) =>
			Reflect.apply(spawn, self, [command, { env: process.env, ...options }]),
	};
	Bun.spawn = new Proxy(Bun.spawn, withEnv);
}
