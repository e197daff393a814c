import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { BoxPolicy } from "../../box-policy.ts";
import { coveredInHome, keptDevices } from "../mounts/covered-places.data.ts";
import { findPlace, findPlaces, isBelow, isWithin, type Place } from "../mounts/place.ts";
import type { Machine, MountPlan } from "../mounts/plan-mounts.ts";
import type { Right } from "./landlock.ts";

/** What a rule of Landlock allows, for a file or for a folder and everything below. */
export interface Grant {
	readonly path: string;
	readonly isFolder: boolean;
	readonly right: Right;
}

/** Where mounts hide and protect: what may be written. Reading is not asked about. */
export function grantsWithMounts({ mounts, isRootWritable }: MountPlan): Grant[] {
	const written = mounts.filter(({ kind, readOnly }) => !readOnly && (kind === "same" || kind === "private"));
	return [
		...(isRootWritable ? [{ path: "/", isFolder: true, right: "write" as const }] : []),
		...written.map(({ target, isFolder }) => ({ path: target, isFolder, right: "write" as const })),
		{ path: "/dev", isFolder: true, right: "device" },
		{ path: "/dev/shm", isFolder: true, right: "write" },
	];
}

/**
 * Where Landlock is alone. It only grants, and a grant counts for everything below: what is hidden is left out by granting its
 * siblings, of which new ones are not seen. A folder with something hidden in it can be listed, but gets no new files.
 */
export function grantsWithoutMounts(policy: BoxPolicy, machine: Machine, terminal: string | undefined): Grant[] {
	const hidden = findPlaces(policy.hidden).map(({ path }) => path);
	const covered = ["/tmp", "/var/tmp", "/dev", ...coveredInHome.map((name) => join(machine.home, name))];
	if (machine.runtimeFolder !== undefined) covered.push(machine.runtimeFolder);
	const unreadable = [...hidden, ...findPlaces(covered).map(({ path }) => path)];
	const written = findPlaces([...policy.writable, ...policy.visible, policy.temporaryFolder]);
	// What may be read although it lies in what may not.
	const opened = findPlaces(policy.readable ?? []).filter(({ path }) => unreadable.some((one) => isWithin(path, one)));
	const devices = findPlaces([
		...keptDevices.map((name) => `/dev/${name}`),
		...(terminal === undefined ? [] : [terminal]),
	]);
	return [
		...grantAround({ path: "/", isFolder: true }, "read", unreadable),
		...opened.flatMap((place) => grantAround(place, "read", below(place, unreadable))),
		...written.flatMap((place) => grantAround(place, "write", atOrBelow(place, hidden))),
		...devices.map((place): Grant => ({ ...place, right: "device" })),
		{ path: "/dev", isFolder: true, right: "list" },
	];
}

const atOrBelow = (place: Place, paths: readonly string[]) => paths.filter((path) => isWithin(path, place.path));
const below = (place: Place, paths: readonly string[]) => paths.filter((path) => isBelow(path, place.path));

function grantAround(place: Place, right: Right, unreadable: readonly string[]): Grant[] {
	if (unreadable.some((path) => isWithin(place.path, path))) return [];
	const inside = unreadable.filter((path) => isBelow(path, place.path));
	if (inside.length === 0) return [{ ...place, right }];
	return [{ ...place, right: "list" }, ...children(place.path).flatMap((child) => grantAround(child, right, inside))];
}

/** Without links: what they lead to is granted where it is. */
function children(folder: string): Place[] {
	try {
		return readdirSync(folder, { withFileTypes: true })
			.filter((entry) => !entry.isSymbolicLink())
			.map((entry) => ({ path: join(folder, entry.name), isFolder: entry.isDirectory() }));
	} catch {
		// What cannot be listed cannot be granted in parts, so nothing in it is.
		return [];
	}
}

/** The terminal that standard input, output or errors go to. */
export function findTerminal(): string | undefined {
	return [0, 1, 2]
		.map((descriptor) => findPlace(`/proc/self/fd/${descriptor}`)?.path)
		.find((path) => path !== undefined && /^\/dev\/(?:pts\/\d+|tty\d+|console)$/.test(path));
}
