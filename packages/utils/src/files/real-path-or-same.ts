import { realpathSync } from "node:fs";

/** Without links; the path itself where nothing is there. */
export function realPathOrSame(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		return path;
	}
}
