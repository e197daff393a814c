import { classifySecrecy } from "@oh-my-pi/pi-policy/files/guarded-files";
import { resolveRealPath } from "@oh-my-pi/pi-policy/paths/resolve-links";

/** Whether a file is one that the user is asked about, or that is refused; a call that did not name it leaves it alone. */
export function holdsKeys(path: string, home: string): boolean {
	return [path, resolveRealPath(path)].some((name) => classifySecrecy(name, home) !== undefined);
}
