import { join } from "node:path";
import type { BoxPolicy } from "../../box-policy.ts";
import { coveredFolders, coveredInHome, keptPlaces } from "./covered-places.data.ts";
import { depthOf, findPlace, findPlaces, foldersBetween, isBelow, isWithin, type Place } from "./place.ts";

export interface Machine {
	readonly home: string;
	/** XDG_RUNTIME_DIR */
	readonly runtimeFolder: string | undefined;
	/** Sockets that others listen on. */
	readonly sockets: readonly string[];
}

export interface Mount {
	/**
	 * `same`: what is there already, as a mount of its own; `private`: the temporary folder; `empty`: a folder with nothing in it;
	 * `blank`: an empty file.
	 */
	readonly kind: "same" | "private" | "empty" | "blank";
	readonly target: string;
	readonly isFolder: boolean;
	readonly readOnly: boolean;
	/** The covered folder in which the target must be made first. */
	readonly madeIn?: string;
}

export interface MountPlan {
	/** In the order in which they are mounted: what lies deeper comes later. */
	readonly mounts: readonly Mount[];
	/** The tree itself stays writable, except for what is mounted. */
	readonly isRootWritable: boolean;
}

/** What is mounted where, so that everything but what the policy grants is read-only, empty or missing. */
export function planMounts(policy: BoxPolicy, machine: Machine): MountPlan {
	const writable = findPlaces(policy.writable);
	const wanted = [...covers(machine), ...grants(policy, writable), ...limits(policy, writable, machine)];
	const inOrder = wanted.sort((a, b) => depthOf(a.target) - depthOf(b.target) || a.rank - b.rank);
	const mounts: Mount[] = [];
	for (const { rank, ...mount } of inOrder) {
		const around = mounts.findLast(({ target }) => isBelow(mount.target, target));
		const isCovered = around !== undefined && around.kind !== "same";
		// What lies in a covered folder is not there, and needs no limits.
		if (isCovered && (rank >= ranks.between || mount.kind === "empty" || mount.kind === "blank")) continue;
		const before = mounts.findIndex(({ target }) => target === mount.target);
		if (before >= 0) mounts.splice(before, 1);
		mounts.push(isCovered ? { ...mount, madeIn: around.target } : mount);
	}
	return { mounts, isRootWritable: writable.some(({ path }) => path === "/") };
}

interface RankedMount extends Mount {
	readonly rank: number;
}

/** Of two mounts at the same place, the higher rank wins. */
const ranks = { cover: 0, readable: 0.5, writable: 1, socket: 2, between: 3, readOnly: 4, hidden: 5 } as const;

function covers({ home, runtimeFolder }: Machine): RankedMount[] {
	const inHome = coveredInHome.map((name) => join(home, name));
	const folders = [...coveredFolders, ...inHome, ...(runtimeFolder === undefined ? [] : [runtimeFolder])];
	const privates = findPlaces(["/tmp", "/var/tmp"]).map(({ path }) =>
		mount("private", { path, isFolder: true }, ranks.cover),
	);
	const isPrivate = ({ path }: Place) => privates.some(({ target }) => isWithin(path, target));
	const hidden = findPlaces(folders).filter((place) => !isPrivate(place));
	const kept = findPlaces(keptPlaces).map((place) => mount("same", place, ranks.writable, true));
	return [...privates, ...hidden.map((place) => nothingAt(place, ranks.cover)), ...kept];
}

function grants({ visible, readable = [], sockets }: BoxPolicy, writable: readonly Place[]): RankedMount[] {
	const folders = [...writable, ...findPlaces(visible)].filter(({ path }) => path !== "/");
	return [
		...folders.map((place) => mount("same", place, ranks.writable)),
		...findPlaces(readable).map((place) => mount("same", place, ranks.readable, true)),
		...findPlaces(sockets).map((place) => mount("same", place, ranks.socket)),
	];
}

function limits(policy: BoxPolicy, writable: readonly Place[], { sockets }: Machine): RankedMount[] {
	const readOnly = findPlaces(policy.readOnly);
	const roots = [...writable, ...findPlaces(policy.visible)];
	const around = (place: Place) => roots.filter(({ path }) => isWithin(place.path, path)).map(({ path }) => path);
	// A folder that is a mount cannot be renamed, and with it what lies in it.
	const between = readOnly.flatMap((place) => around(place).flatMap((root) => foldersBetween(root, place.path)));
	const allowed = new Set(findPlaces(policy.sockets).map(({ path }) => path));
	const refused = findPlaces(sockets).filter(({ path, isFolder }) => !isFolder && !allowed.has(path));
	const isOurs = (path: string) => policy.network.kind === "on" && roots.some((root) => isWithin(path, root.path));
	return [
		...findPlaces(between).map((place) => mount("same", place, ranks.between)),
		...readOnly.filter((place) => around(place).length > 0).map((place) => mount("same", place, ranks.readOnly, true)),
		...findPlaces(policy.hidden).map((place) => nothingAt(place, ranks.hidden)),
		...refused.filter(({ path }) => !isOurs(path)).map((place) => nothingAt(place, ranks.hidden)),
	];
}

function nothingAt(place: Place, rank: number): RankedMount {
	return mount(place.isFolder ? "empty" : "blank", place, rank, true);
}

function mount(kind: Mount["kind"], { path, isFolder }: Place, rank: number, readOnly = false): RankedMount {
	return { kind, target: path, isFolder, readOnly, rank };
}

/** Whether a folder of the policy can be seen in the box. */
export function isVisible(path: string, { mounts }: MountPlan): boolean {
	const place = findPlace(path);
	const around = place && mounts.findLast(({ target }) => isWithin(place.path, target));
	return around === undefined || around.kind === "same" || around.kind === "private";
}
