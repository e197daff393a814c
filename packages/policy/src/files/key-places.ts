import { readdirSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { isInFolder } from "../paths/is-in-folder.ts";
import { resolveRealPath } from "../paths/resolve-links.ts";
import type { PrivatePlaces } from "../paths/resolve-path.ts";
import {
	hostKeys,
	keyFilesOfConfig,
	keyPlacesByVariable,
	keyPlacesOfHome,
	privateText,
	readableOfAgent,
} from "./key-places.data.ts";

/** Where the user and omp keep what they keep. */
export interface KeyPlaceFacts {
	readonly home: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Where omp keeps its keys and sessions. */
	readonly agentDir: string;
	/** `~/.omp` */
	readonly configDir: string;
	readonly logsDir: string;
}

/** Files and folders with credentials or private text of one user. */
export class KeyPlaces implements PrivatePlaces {
	/** Absolute: what the sandbox hides. */
	readonly hidden: readonly string[];
	/** What `read` asks about: all of that and more. */
	readonly paths: readonly string[];
	/** What may be read although it is in one of them. */
	readonly readable: readonly string[];
	/** What is asked about as globs. */
	readonly patterns: readonly string[];
	readonly #covered: ReadonlyMap<string, boolean>;

	constructor(hidden: readonly string[], readable: readonly string[], more: readonly string[] = []) {
		this.hidden = [...new Set(hidden)];
		this.paths = [...new Set([...hidden, ...more])];
		this.readable = readable;
		this.patterns = this.paths.flatMap((path) => [path, `${path}/**`]);
		this.#covered = new Map([
			...this.paths.map((path) => [path, true] as const),
			...readable.map((path) => [path, false] as const),
		]);
	}

	/** Whether an absolute path is one of these or in one. */
	cover(path: string): boolean {
		for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
			const covered = this.#covered.get(path.slice(0, end));
			if (covered !== undefined) return covered;
		}
		return false;
	}
}

/** What of a machine with this user holds keys. */
export function findKeyPlaces({ home, env, agentDir, configDir, logsDir }: KeyPlaceFacts): KeyPlaces {
	const keys = namesIn(hostKeys.folder).filter((name) => hostKeys.names.test(name));
	const profiles = join(configDir, "profiles");
	return new KeyPlaces(
		[
			// As folders: what omp keeps there may be new, or another one of the same name.
			agentDir,
			join(configDir, "agent"),
			...namesIn(profiles).map((name) => join(profiles, name, "agent")),
			logsDir,
			...keyFilesOfConfig.map((name) => join(configDir, name)),
			...keyPlacesOfHome.map((path) => inHome(path, home)),
			...keyPlacesByVariable.flatMap(({ variable, names = [""], isList }) =>
				(isList ? (env[variable] ?? "").split(":") : [env[variable] ?? ""])
					.filter((path) => isAbsolute(path) && !isInFolder(resolveRealPath(home), resolveRealPath(path)))
					.flatMap((path) => names.map((name) => join(path, name))),
			),
			...keys.map((name) => join(hostKeys.folder, name)),
		],
		readableOfAgent.map((name) => join(agentDir, name)),
		privateText.map((path) => inHome(path, home)),
	);
}

/** Those of a user of whom only the home folder is known. */
export function usualKeyPlaces(home: string): KeyPlaces {
	const configDir = join(home, ".omp");
	const agentDir = join(configDir, "agent");
	return findKeyPlaces({ home, env: {}, agentDir, configDir, logsDir: join(configDir, "logs") });
}

function inHome(path: string, home: string): string {
	return path.startsWith("~/") ? join(home, path.slice(2)) : path;
}

function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		// It is not there, or not for this user.
		return [];
	}
}
