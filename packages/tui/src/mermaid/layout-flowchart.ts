import type { Flowchart, FlowEdge } from "./parse-flowchart.ts";

/** A node, an edge's label, or the place where a long edge crosses a layer. */
export interface Place {
	readonly id?: string;
	readonly label?: string;
	layer: number;
	/** Extent along the layers, and across. */
	readonly depth: number;
	readonly breadth: number;
	/** First cell across the layers. */
	start: number;
}

/** A piece of an edge, from one layer to the next. */
export interface Segment {
	readonly from: Place;
	readonly to: Place;
	readonly isDashed: boolean;
	readonly arrow: boolean;
	readonly backArrow: boolean;
	/** The edge leads back to an earlier layer. */
	readonly isBack: boolean;
}

export interface Layout {
	readonly layers: readonly (readonly Place[])[];
	readonly segments: readonly Segment[];
}

export interface Sizes {
	readonly node: (id: string) => { depth: number; breadth: number };
	readonly label: (text: string) => { depth: number; breadth: number };
	/** Free cells between neighbors in a layer. */
	readonly gap: number;
}

export const centerOf = ({ start, breadth }: Place): number => start + ((breadth - 1) >> 1);

/** Where an edge meets a place: in the middle, or beside it if it leads back. */
export function portOf(place: Place, { isBack }: Segment): number {
	return isBack && place.id !== undefined ? place.start + place.breadth - 2 : centerOf(place);
}

/** Layers by longest path, few crossings, neighbors near each other. */
export function layOut(chart: Flowchart, sizes: Sizes): Layout {
	const places = new Map<string, Place>();
	for (const id of chart.nodes.keys()) places.set(id, { id, layer: 0, start: 0, ...sizes.node(id) });
	const edges = withoutCycles(chart);
	for (let round = 0, moved = true; moved && round <= places.size; round++) {
		moved = false;
		for (const { from, to, label } of edges) {
			const [source, target] = [places.get(from), places.get(to)];
			const layer = (source?.layer ?? 0) + (label === "" ? 1 : 2);
			if (!target || target.layer >= layer) continue;
			target.layer = layer;
			moved = true;
		}
	}
	const layers: Place[][] = [];
	const add = (place: Place) => {
		while (layers.length <= place.layer) layers.push([]);
		layers[place.layer]?.push(place);
		return place;
	};
	for (const place of places.values()) add(place);
	const segments = edges.flatMap(({ from, to, label, isDashed, isBack, arrow, backArrow }) => {
		const [source, target] = [places.get(from), places.get(to)];
		if (!source || !target) return [];
		const chain = [source];
		const labelLayer = source.layer + Math.max(1, (target.layer - source.layer) >> 1);
		for (let layer = source.layer + 1; layer < target.layer; layer++) {
			const isLabel = label !== "" && layer === labelLayer;
			const size = isLabel ? sizes.label(label) : { depth: 1, breadth: 1 };
			chain.push(add({ layer, start: 0, ...size, ...(isLabel && { label }) }));
		}
		chain.push(target);
		return chain.slice(1).map((place, index): Segment => {
			const isLast = place === target;
			const heads = { arrow: arrow && isLast, backArrow: backArrow && index === 0 };
			return { from: chain[index] ?? source, to: place, isDashed, isBack, ...heads };
		});
	});
	order(layers, segments);
	align(layers, segments, sizes.gap);
	return { layers, segments };
}

/** Edges that lead back are turned around, with their arrowheads. */
function withoutCycles({ nodes, edges }: Flowchart): Array<FlowEdge & { isBack: boolean }> {
	const state = new Map<string, "open" | "done">();
	const back = new Set<FlowEdge>();
	const visit = (id: string) => {
		state.set(id, "open");
		for (const edge of edges) {
			if (edge.from !== id) continue;
			if (state.get(edge.to) === "open") back.add(edge);
			else if (!state.has(edge.to)) visit(edge.to);
		}
		state.set(id, "done");
	};
	for (const id of nodes.keys()) if (!state.has(id)) visit(id);
	return edges.map((edge) => {
		if (!back.has(edge)) return { ...edge, isBack: false };
		const { from, to, arrow, backArrow } = edge;
		return { ...edge, from: to, to: from, arrow: backArrow, backArrow: arrow, isBack: true };
	});
}

type Side = "above" | "below" | "both";

function neighbors(place: Place, segments: readonly Segment[], side: Side): Place[] {
	const above = side === "below" ? [] : segments.filter(({ to }) => to === place).map(({ from }) => from);
	const below = side === "above" ? [] : segments.filter(({ from }) => from === place).map(({ to }) => to);
	return [...above, ...below];
}

const average = (numbers: readonly number[]): number =>
	numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

function order(layers: Place[][], segments: readonly Segment[]): void {
	for (const side of ["above", "below", "above", "below", "above"] as const) {
		for (const layer of side === "above" ? layers : layers.toReversed()) {
			const ranks = new Map(layers.flatMap((places) => places.map((place, index) => [place, index])));
			const rank = (place: Place) => {
				const near = neighbors(place, segments, side).map((other) => ranks.get(other) ?? 0);
				return near.length > 0 ? average(near) : (ranks.get(place) ?? 0);
			};
			const wanted = new Map(layer.map((place) => [place, rank(place)]));
			layer.sort((one, other) => (wanted.get(one) ?? 0) - (wanted.get(other) ?? 0));
		}
	}
}

function align(layers: Place[][], segments: readonly Segment[], gap: number): void {
	for (const side of ["above", "below", "above", "both", "both", "both"] as const) {
		for (const layer of side === "below" ? layers.toReversed() : layers) {
			const wanted = layer.map((place) => {
				const near = neighbors(place, segments, side).map(centerOf);
				return near.length > 0 ? average(near) - ((place.breadth - 1) >> 1) : place.start;
			});
			spread(layer, wanted, gap);
		}
	}
	const first = Math.min(...layers.flat().map(({ start }) => start));
	for (const place of layers.flat()) place.start -= first;
}

/** As near to the wanted starts as possible without overlap: runs that collide move to their common average. */
function spread(layer: Place[], wanted: readonly number[], gap: number): void {
	const runs: Array<{ sum: number; places: Place[] }> = [];
	const offsets = new Map<Place, number>();
	let offset = 0;
	for (const [index, place] of layer.entries()) {
		offsets.set(place, offset);
		let run = { sum: (wanted[index] ?? 0) - offset, places: [place] };
		offset += place.breadth + gap;
		for (
			let last = runs.at(-1);
			last && last.sum / last.places.length >= run.sum / run.places.length;
			last = runs.at(-1)
		) {
			runs.pop();
			run = { sum: last.sum + run.sum, places: [...last.places, ...run.places] };
		}
		runs.push(run);
	}
	for (const { sum, places } of runs) {
		for (const place of places) place.start = Math.round(sum / places.length) + (offsets.get(place) ?? 0);
	}
}
