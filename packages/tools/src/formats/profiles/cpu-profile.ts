import { type HotSpot, hotSpotTable } from "./hot-spots.ts";

interface ProfileNode {
	readonly id: number;
	readonly callFrame: { readonly functionName?: string; readonly url?: string; readonly lineNumber?: number };
	readonly hitCount?: number;
	readonly children?: readonly number[];
}

interface CpuProfile {
	readonly nodes: readonly ProfileNode[];
	readonly samples?: readonly number[];
	readonly timeDeltas?: readonly number[];
}

/** Where the time of a V8 profile went; `undefined` for what only has the name of one. */
export function cpuProfileSummary(text: string): string | undefined {
	const profile = parseProfile(text);
	if (!profile) return undefined;
	const selfTimes = sumSelfTimes(profile);
	const whole = [...selfTimes.values()].reduce((sum, time) => sum + time, 0);
	const hasTimes = profile.timeDeltas !== undefined;
	const format = (value: number) => (hasTimes ? `${(value / 1000).toFixed(1)} ms` : `${value} samples`);
	const title = `CPU profile: ${format(whole)}, ${profile.samples?.length ?? whole} samples`;
	return [title, "", hotSpotTable(findSpots(profile, selfTimes), whole, format)].join("\n");
}

function parseProfile(text: string): CpuProfile | undefined {
	try {
		const value: Partial<CpuProfile> | null = JSON.parse(text);
		const isProfile = Array.isArray(value?.nodes) && value.nodes.every((node) => node?.callFrame !== undefined);
		return isProfile ? (value as CpuProfile) : undefined;
	} catch {
		// Broken off, or something else: it is shown as the text it is.
		return undefined;
	}
}

function sumSelfTimes({ nodes, samples, timeDeltas }: CpuProfile): Map<number, number> {
	if (!samples) return new Map(nodes.map(({ id, hitCount = 0 }) => [id, hitCount]));
	const times = new Map<number, number>();
	for (const [index, id] of samples.entries()) {
		times.set(id, (times.get(id) ?? 0) + (timeDeltas ? Math.max(0, timeDeltas[index] ?? 0) : 1));
	}
	return times;
}

/** A chain longer than this goes in circles. */
const maxDepth = 10_000;

/** Nodes of the same function together; a sample counts once for each function it was inside of, however often that calls itself. */
function findSpots({ nodes }: CpuProfile, selfTimes: ReadonlyMap<number, number>): HotSpot[] {
	const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
	const spotOfNode = new Map<number, Mutable<HotSpot>>();
	const spots = new Map<string, Mutable<HotSpot>>();
	for (const node of nodes) {
		const { name, place } = describeFrame(node);
		const key = `${name}\n${place}`;
		const spot = spots.get(key) ?? { name, place, self: 0, total: 0 };
		spots.set(key, spot);
		spotOfNode.set(node.id, spot);
	}
	for (const [node, time] of selfTimes) {
		const inside = new Set<Mutable<HotSpot>>();
		let at: number | undefined = node;
		for (let depth = 0; at !== undefined && depth < maxDepth; depth++, at = parents.get(at)) {
			const spot = spotOfNode.get(at);
			if (spot) inside.add(spot);
		}
		for (const spot of inside) spot.total += time;
		const leafSpot = spotOfNode.get(node);
		if (leafSpot) leafSpot.self += time;
	}
	return [...spots.values()];
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

function describeFrame({ callFrame: { functionName, url = "", lineNumber } }: ProfileNode): {
	name: string;
	place: string;
} {
	const file = url.replace(/^file:\/\//, "");
	return {
		name: functionName || "(anonymous)",
		place: file === "" || lineNumber === undefined || lineNumber < 0 ? file : `${file}:${lineNumber + 1}`,
	};
}
