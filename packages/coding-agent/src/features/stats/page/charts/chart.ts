import { h, svg } from "../parts/dom.ts";
import { labeledEvery, ticks } from "./scale.ts";

export interface ChartSeries {
	readonly name: string;
	/** By position; `null` is a gap in a line. */
	readonly values: ReadonlyArray<number | null>;
	/** A class of the style sheet: `c0` to `c7` or `cbad`. */
	readonly color: string;
}

export interface ChartOptions {
	readonly title: string;
	/** Stacked bars, or lines. */
	readonly kind: "bars" | "lines";
	/** What is said of each position. */
	readonly names: readonly string[];
	/** Under the axis; shorter. */
	readonly labels: readonly string[];
	readonly series: readonly ChartSeries[];
	readonly format: (value: number) => string;
	/** At the end of the legend; lines have none. */
	readonly total?: (series: ChartSeries) => string;
}

const height = 210;
const top = 10;
const bottom = 24;
const labelWidth = 64;
/** More dots than this hide the line. */
const maxDots = 40;

/** A chart in SVG, with a legend and the values under the pointer or the arrow keys. */
export function drawChart(options: ChartOptions): HTMLElement {
	const frame = h("div", { class: "chart" });
	const tip = h("div", { class: "tip", hidden: true, role: "status" });
	const state = { width: 0, position: -1 };
	const redraw = () => {
		const picture = drawPicture(options, state.width);
		frame.replaceChildren(picture.root, tip);
		const point = (position: number) => {
			state.position = Math.max(-1, Math.min(options.names.length - 1, position));
			picture.point(state.position);
			showTip(tip, options, state.position, picture.center(state.position) / state.width);
		};
		picture.root.addEventListener("pointermove", (event) => {
			const { left, width } = picture.root.getBoundingClientRect();
			point(picture.find(((event as PointerEvent).clientX - left) * (state.width / width)));
		});
		for (const name of ["pointerleave", "blur"]) picture.root.addEventListener(name, () => point(-1));
		picture.root.addEventListener("keydown", (event) => {
			const step = { ArrowLeft: -1, ArrowRight: 1 }[(event as KeyboardEvent).key];
			if (step === undefined) return;
			event.preventDefault();
			point(Math.max(0, state.position + step));
		});
	};
	new ResizeObserver(([entry]) => {
		const width = Math.round(entry?.contentRect.width ?? 0);
		if (width === 0 || width === state.width) return;
		state.width = width;
		redraw();
	}).observe(frame);
	return h("div", {}, frame, drawLegend(options));
}

function drawPicture({ title, kind, names, labels, series, format }: ChartOptions, width: number) {
	const most =
		kind === "bars"
			? Math.max(...names.map((_, at) => stackTop(series, at)))
			: Math.max(...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
	const marks = ticks(most);
	const limit = marks.at(-1) ?? 1;
	const left = Math.max(...marks.map((mark) => format(mark).length)) * 7 + 12;
	const step = (width - left) / names.length;
	const y = (value: number) => top + (height - top - bottom) * (1 - value / limit);
	const center = (at: number) => left + step * (at + 0.5);
	const grid = marks.flatMap((mark) => [
		svg("line", { class: "gridline", x1: left, x2: width, y1: y(mark), y2: y(mark) }),
		svg("text", { x: left - 6, y: y(mark) + 4, "text-anchor": "end" }, format(mark)),
	]);
	const every = labeledEvery(names.length, width - left, labelWidth);
	const axis = labels.flatMap((label, at) =>
		at % every === 0 && center(at) + labelWidth / 2 < width + 20
			? [
					svg(
						"text",
						{
							x: Math.max(left + label.length * 3, Math.min(center(at), width - label.length * 3)),
							y: height - 6,
							"text-anchor": "middle",
						},
						label,
					),
				]
			: [],
	);
	const drawn =
		kind === "bars"
			? drawBars(series, names.length, { step, left, y })
			: series.flatMap((own) => drawLine(own, center, y));
	const cursor = svg("line", { class: "cursor", y1: top, y2: height - bottom, visibility: "hidden" });
	const label = `${title}: ${series.map(({ name }) => name).join(", ")}, from ${names[0] ?? ""} to ${names.at(-1) ?? ""}. Arrow keys tell the values; the table has all.`;
	const root = svg(
		"svg",
		{ viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, tabindex: 0 },
		...grid,
		...axis,
		...drawn,
		cursor,
	);
	return {
		root,
		center,
		find: (x: number) => (x < left ? -1 : Math.floor((x - left) / step)),
		point(at: number) {
			cursor.setAttribute("visibility", at < 0 ? "hidden" : "visible");
			for (const name of ["x1", "x2"]) cursor.setAttribute(name, String(center(at)));
		},
	};
}

function stackTop(series: readonly ChartSeries[], at: number): number {
	return series.reduce((sum, { values }) => sum + Math.max(0, values[at] ?? 0), 0);
}

function drawBars(
	series: readonly ChartSeries[],
	positions: number,
	{ step, left, y }: { readonly step: number; readonly left: number; readonly y: (value: number) => number },
): SVGElement[] {
	const width = Math.max(1, Math.min(44, step * 0.78));
	return Array.from({ length: positions }, (_, at) => {
		let base = 0;
		return series.flatMap(({ values, color }) => {
			const value = Math.max(0, values[at] ?? 0);
			if (value === 0) return [];
			const [from, to] = [y(base), y(base + value)];
			base += value;
			return [
				svg("rect", {
					class: color,
					x: left + step * (at + 0.5) - width / 2,
					y: to,
					width,
					height: Math.max(0.5, from - to),
					rx: Math.min(2, width / 4),
				}),
			];
		});
	}).flat();
}

/** Through all values, also across gaps; few values have dots. */
function drawLine(
	{ values, color }: ChartSeries,
	center: (at: number) => number,
	y: (value: number) => number,
): SVGElement[] {
	const points = values.flatMap((value, at) => (value === null ? [] : [{ x: center(at), y: y(value) }]));
	const line = points.map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join(" ");
	const dots =
		points.length > maxDots
			? []
			: points.map((point) => svg("circle", { class: color, cx: point.x, cy: point.y, r: 2.5 }));
	return [svg("polyline", { class: color, points: line }), ...dots];
}

function drawLegend({ series, total }: ChartOptions): HTMLElement {
	return h(
		"ul",
		{ class: "legend" },
		...series.map((own) =>
			h(
				"li",
				{},
				h("span", { class: `swatch ${own.color}`, "aria-hidden": "true" }),
				own.name,
				total === undefined ? null : h("b", {}, total(own)),
			),
		),
	);
}

function showTip(tip: HTMLElement, { names, series, format }: ChartOptions, at: number, place: number): void {
	tip.hidden = at < 0;
	if (at < 0) return;
	const rows = series.flatMap((own) => {
		const value = own.values[at];
		return value === null || value === undefined || (value === 0 && series.length > 3)
			? []
			: [
					h(
						"div",
						{},
						h("span", {}, h("span", { class: `swatch ${own.color}` }), ` ${own.name}`),
						h("b", {}, format(value)),
					),
				];
	});
	tip.replaceChildren(h("strong", {}, names[at] ?? ""), ...rows);
	tip.style.left = place > 0.5 ? "auto" : `${place * 100 + 2}%`;
	tip.style.right = place > 0.5 ? `${(1 - place) * 100 + 2}%` : "auto";
}
