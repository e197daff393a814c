import { posix } from "node:path";
import { lockFileManifests } from "@oh-my-pi/pi-utils/files/lock-files";
import type { ChangeUnit } from "../changes/change-unit.ts";

/** The commit that a lock file belongs to: that of its manifest in the same folder, of one anywhere, or the last. */
export function findManifestCommit(
	path: string,
	commits: ReadonlyArray<ReadonlyMap<number, unknown>>,
	units: readonly ChangeUnit[],
): number {
	const names = lockFileManifests(path);
	const folder = posix.dirname(path);
	const findCommit = (isManifest: (candidate: string) => boolean) =>
		commits.findIndex((parts) => [...parts.keys()].some((index) => isManifest(units[index]?.path ?? "")));
	const inFolder = findCommit((at) => names.includes(posix.basename(at)) && posix.dirname(at) === folder);
	if (inFolder >= 0) return inFolder;
	const anywhere = findCommit((at) => names.includes(posix.basename(at)));
	return anywhere >= 0 ? anywhere : commits.length - 1;
}
