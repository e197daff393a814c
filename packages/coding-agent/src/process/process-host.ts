import { homedir } from "node:os";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { forgetVariables } from "./forget-variables.ts";

/** The host of a process that is omp and nothing else: keys, once they are known, leave its environment. */
export function ownProcessHost(): Host {
	const host = processHost();
	return { ...host, env: { ...host.env }, forgetVariables };
}

/** The host of this process. */
export function processHost(): Host {
	// A JSC option of the launcher; child processes must not inherit it.
	delete process.env.BUN_JSC_thresholdForFTLOptimizeAfterWarmUp;
	passCurrentEnv();
	return {
		cwd: process.cwd(),
		home: process.env.HOME || homedir(),
		env: process.env,
		now: Date.now,
		newId: () => Bun.randomUUIDv7(),
	};
}

/** Without `env`, Bun.spawn uses the environment at startup, not the current `process.env`. */
function passCurrentEnv(): void {
	const withEnv = {
		apply: (spawn: typeof Bun.spawn, self: unknown, [command, options]: [unknown, object | undefined]) =>
			Reflect.apply(spawn, self, [command, { env: process.env, ...options }]),
	};
	Bun.spawn = new Proxy(Bun.spawn, withEnv);
}
