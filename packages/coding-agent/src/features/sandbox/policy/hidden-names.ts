import { lstatSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { BoxPolicy } from "@oh-my-pi/pi-natives/sandbox/box-policy";
import { listSockets } from "@oh-my-pi/pi-natives/sandbox/linux/mounts/place";
import { isInFolder } from "@oh-my-pi/pi-policy/paths/is-in-folder";

/**
 * What a program does not see is settled when it enters. This tells whether the same would be hidden from one that enters now: a file
 * that has appeared or was replaced since, or a new socket outside of the folders that are covered.
 */
export class HiddenNames {
	readonly #policy: BoxPolicy;
	readonly #now: () => number;
	readonly #byFolder: ReadonlyMap<string, readonly string[]>;
	/** Of each folder, when its names last changed and what of the hidden was there. */
	readonly #seen = new Map<string, { readonly changedMs: number; readonly there: string }>();
	readonly #sockets: ReadonlySet<string>;

	constructor(policy: BoxPolicy, now: () => number) {
		this.#now = now;
		this.#policy = policy;
		this.#byFolder = Map.groupBy(policy.hidden, dirname);
		for (const [folder, names] of this.#byFolder) {
			const changedMs = findChange(folder);
			this.#seen.set(folder, { changedMs, there: findThere(names) });
		}
		this.#sockets = new Set(this.#listSockets());
	}

	hasChanged(): boolean {
		for (const [folder, names] of this.#byFolder) {
			const seen = this.#seen.get(folder);
			const changedMs = findChange(folder);
			if (seen?.changedMs === changedMs && this.#now() - changedMs > settledMs) continue;
			if (seen?.there !== findThere(names)) return true;
			this.#seen.set(folder, { changedMs, there: seen.there });
		}
		return this.#listSockets().some((path) => !this.#sockets.has(path));
	}

	#listSockets(): readonly string[] {
		const { writable, network } = this.#policy;
		const ours = network.kind === "on" ? writable : [];
		return listSockets().filter((path) => ![...covered, ...ours].some((folder) => isInFolder(path, folder)));
	}
}

/** Empty in the box, or its own there. */
const covered = ["/run", "/var/run", "/tmp", "/var/tmp", "/dev"] as const;
/** A folder that changed just now may change again without a newer time. */
const settledMs = 50;

/** -1 for a folder that is not there. */
function findChange(folder: string): number {
	return statSync(folder, { throwIfNoEntry: false })?.ctimeMs ?? -1;
}

function findThere(names: readonly string[]): string {
	return names
		.map((path) => {
			const facts = tryStat(path);
			return facts ? `${path} ${facts}` : "";
		})
		.join("\n");
}

function tryStat(path: string): string | undefined {
	try {
		const link = lstatSync(path, { throwIfNoEntry: false });
		return link && `${link.ino} ${statSync(path, { throwIfNoEntry: false })?.ino}`;
	} catch {
		// A file where a folder should be, or a folder that may not be entered.
		return undefined;
	}
}
