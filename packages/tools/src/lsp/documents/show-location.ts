import { pathInside } from "@oh-my-pi/pi-policy/paths/show-path";

/** A path as the model sees it: relative inside the session's folder, else absolute. */
export function showLocation(path: string, cwd: string): string {
	return pathInside(path, cwd) || path;
}
