import { homedir } from "node:os";
import type { Host } from "@oh-my-pi/pi-utils/host";

/** The real outside world. */
export function processHost(): Host {
	return {
		cwd: process.cwd(),
		home: process.env.HOME || homedir(),
		env: process.env,
		now: Date.now,
		newId: () => Bun.randomUUIDv7(),
	};
}
