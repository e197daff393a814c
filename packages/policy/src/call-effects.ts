/** What a call would touch, as far as that can be told beforehand. */
export interface CallEffects {
	readonly runs: readonly ProgramRun[] | "unknown";
	/** Absolute paths, behind their links. */
	readonly writes: readonly string[] | "unknown";
	/** Names of hosts. */
	readonly reaches: readonly string[] | "unknown";
	/** Files with keys or secrets, as they are named. */
	readonly readsSecrets: readonly string[];
}

export interface ProgramRun {
	/** As it is named: a name to be looked up in `PATH`, or a path. */
	readonly program: string;
	readonly args: readonly string[];
}

export const noEffects: CallEffects = { runs: [], writes: [], reaches: [], readsSecrets: [] };
export const unknownEffects: CallEffects = { runs: "unknown", writes: "unknown", reaches: "unknown", readsSecrets: [] };

export function joinEffects(all: readonly CallEffects[]): CallEffects {
	return {
		runs: joined(all.map(({ runs }) => runs)),
		writes: joined(all.map(({ writes }) => writes)),
		reaches: joined(all.map(({ reaches }) => reaches)),
		readsSecrets: all.flatMap(({ readsSecrets }) => readsSecrets),
	};
}

function joined<Item>(lists: ReadonlyArray<readonly Item[] | "unknown">): readonly Item[] | "unknown" {
	const known = lists.filter((list) => list !== "unknown");
	return known.length < lists.length ? "unknown" : known.flat();
}
