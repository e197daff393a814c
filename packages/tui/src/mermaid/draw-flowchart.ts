import { visibleWidth } from "../text/visible-width.ts";
import { Canvas, type Head } from "./canvas.ts";
import { type Layout, layOut, type Place, portOf, type Segment } from "./layout-flowchart.ts";
import type { Flowchart } from "./parse-flowchart.ts";

const MAX_NODES = 60;

/** Undefined when it is wider than `width`; a chart that grows to the right is then tried downwards. */
export function drawFlowchart(chart: Flowchart, width: number): Canvas | undefined {
	if (chart.nodes.size > MAX_NODES || chart.edges.length > 2 * MAX_NODES) return undefined;
	const drawn = draw(withLoopsInside(chart));
	if (drawn.width <= width) return drawn.canvas;
	const isWide = chart.direction === "LR" || chart.direction === "RL";
	return isWide ? drawFlowchart({ ...chart, direction: "TD" }, width) : undefined;
}

/** An edge from a node to itself is a line in its box. */
function withLoopsInside(chart: Flowchart): Flowchart {
	const nodes = new Map(chart.nodes);
	for (const { from, to, label } of chart.edges) {
		const node = nodes.get(from);
		if (from === to && node) nodes.set(from, { ...node, lines: [...node.lines, `↺ ${label}`.trim()] });
	}
	return { ...chart, nodes, edges: chart.edges.filter(({ from, to }) => from !== to) };
}

function draw(chart: Flowchart): { canvas: Canvas; width: number } {
	const { direction } = chart;
	const isWide = direction === "LR" || direction === "RL";
	const isMirrored = direction === "BT" || direction === "RL";
	const linesOf = (id: string | undefined) => chart.nodes.get(id ?? "")?.lines ?? [];
	const columns = (id: string) => Math.max(1, ...linesOf(id).map(visibleWidth)) + 4;
	const layout = layOut(chart, {
		node: (id) => {
			const [wide, high] = [columns(id), linesOf(id).length + 2];
			return isWide ? { depth: wide, breadth: high } : { depth: high, breadth: wide };
		},
		label: (text) =>
			isWide ? { depth: visibleWidth(text) + 2, breadth: 1 } : { depth: 1, breadth: visibleWidth(text) + 2 },
		gap: isWide ? 1 : 2,
	});
	const channels = layout.layers.map((_, index) => new Channel(layout, index, isWide));
	const tops: number[] = [];
	let end = 0;
	for (const [index, layer] of layout.layers.entries()) {
		tops.push(end);
		end += Math.max(...layer.map(({ depth }) => depth)) + (channels[index]?.depth ?? 0);
	}
	const total = end;
	const breadth = Math.max(...layout.layers.flat().map((place) => place.start + place.breadth));
	const canvas = new Canvas();
	const flip = (along: number) => (isMirrored ? total - 1 - along : along);
	const line = (across: number, from: number, toAcross: number, to: number, isDashed: boolean) =>
		isWide
			? canvas.line(flip(from), across, flip(to), toAcross, isDashed)
			: canvas.line(across, flip(from), toAcross, flip(to), isDashed);
	const head = (across: number, along: number, isBack: boolean) => {
		const heads: readonly Head[] = isWide ? ["right", "left"] : ["down", "up"];
		const shape = heads[Number(isBack !== isMirrored)] ?? "down";
		if (isWide) canvas.head(flip(along), across, shape);
		else canvas.head(across, flip(along), shape);
	};
	const topOf = ({ layer }: Place) => tops[layer] ?? 0;
	for (const segment of layout.segments) {
		const { from, to, isDashed } = segment;
		const [start, goal] = [portOf(from, segment), portOf(to, segment)];
		const first = topOf(from) + (isPoint(from) ? 0 : from.depth);
		const last = topOf(to) - (isPoint(to) ? 0 : 1);
		const bend = (tops[from.layer + 1] ?? 0) - (channels[from.layer]?.fromEnd(segment) ?? 1);
		line(start, first, start, start === goal ? last : bend, isDashed);
		if (start !== goal) {
			line(start, bend, goal, bend, isDashed);
			line(goal, bend, goal, last, isDashed);
		}
		if (segment.arrow) head(goal, last, false);
		if (segment.backArrow) head(start, first, true);
	}
	for (const place of layout.layers.flat()) {
		const along = isMirrored ? total - topOf(place) - place.depth : topOf(place);
		const [x, y] = isWide ? [along, place.start] : [place.start, along];
		const node = chart.nodes.get(place.id ?? "");
		if (node) canvas.box(x, y, columns(place.id ?? ""), node.lines, node.shape);
		else if (place.label !== undefined) canvas.label(x, y, ` ${place.label} `);
	}
	return { canvas, width: isWide ? total : breadth };
}

const isPoint = ({ id, label }: Place): boolean => id === undefined && label === undefined;

/** The free cells between two layers, with a track for each group of edges that has to bend. */
class Channel {
	readonly depth: number;
	readonly #tracks = new Map<string, number>();
	readonly #keys = new Map<Segment, string>();
	readonly #step: number;

	constructor({ layers, segments }: Layout, layer: number, isWide: boolean) {
		this.#step = isWide ? 2 : 1;
		const here = segments.filter(({ from }) => from.layer === layer);
		const next = layers[layer + 1] ?? [];
		// Sources with the same targets share a track; edges that lead back or look different have their own.
		for (const segment of here) {
			const { from, isBack, isDashed } = segment;
			const alike = here.filter((other) => other.from === from && other.isDashed === isDashed && !other.isBack);
			const targets = alike.map(({ to }) => next.indexOf(to)).sort((one, other) => one - other);
			this.#keys.set(segment, isBack ? `back ${here.indexOf(segment)}` : `${isDashed} ${targets.join()}`);
		}
		const groups = [...Map.groupBy(here, (segment) => this.#keys.get(segment) ?? "")].map(([key, members]) => {
			const sources = members.map((segment) => portOf(segment.from, segment));
			const targets = members.map((segment) => portOf(segment.to, segment));
			const all = [...sources, ...targets];
			return { key, sources, targets, low: Math.min(...all), high: Math.max(...all) };
		});
		const open = groups.filter(({ low, high }) => low < high);
		const placed: Array<(typeof open)[number] & { track: number }> = [];
		while (open.length > 0) {
			// A line that comes down must bend before another goes up to the same cell.
			const isFree = (group: (typeof open)[number]) =>
				!open.some((other) => other !== group && other.sources.some((source) => group.targets.includes(source)));
			const [group] = open.splice(Math.max(0, open.findIndex(isFree)), 1);
			if (!group) break;
			const { targets, low, high } = group;
			const clashes = placed.filter(
				(other) => (other.low <= high && low <= other.high) || other.sources.some((source) => targets.includes(source)),
			);
			const track = Math.max(-1, ...clashes.map((other) => other.track)) + 1;
			placed.push({ ...group, track });
			this.#tracks.set(group.key, track);
		}
		const tracks = Math.max(-1, ...placed.map(({ track }) => track)) + 1;
		this.depth = here.length === 0 ? 0 : isWide ? Math.max(4, 3 + 2 * tracks) : 2 + tracks;
	}

	/** How far before the next layer the segment bends. */
	fromEnd(segment: Segment): number {
		const track = this.#tracks.get(this.#keys.get(segment) ?? "") ?? 0;
		return this.depth - (this.#step + track * this.#step);
	}
}
