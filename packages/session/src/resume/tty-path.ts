import { readlinkSync } from "node:fs";

/** The tty device of this process, where the system tells (Linux). */
export function findTtyPath(): string | undefined {
	for (const descriptor of [0, 1, 2]) {
		try {
			const target = readlinkSync(`/proc/self/fd/${descriptor}`);
			if (/^\/dev\/(?:pts\/\d+|tty.*)$/.test(target)) return target;
		} catch {
			// No such descriptor, or no /proc: terminal variables are used instead.
		}
	}
	return undefined;
}
