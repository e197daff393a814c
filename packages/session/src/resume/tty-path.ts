import { readlinkSync } from "node:fs";

/** The device of the terminal this process was started in, where the system tells (Linux). */
export function findTtyPath(): string | undefined {
	for (const descriptor of [0, 1, 2]) {
		try {
			const target = readlinkSync(`/proc/self/fd/${descriptor}`);
			if (/^\/dev\/(?:pts\/\d+|tty.*)$/.test(target)) return target;
		} catch {
			// No such descriptor, or no /proc: the variables of the terminal have to do.
		}
	}
	return undefined;
}
