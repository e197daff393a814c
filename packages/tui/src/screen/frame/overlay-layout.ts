export type OverlayAnchor =
	| "center"
	| "top-left"
	| "top-center"
	| "top-right"
	| "left-center"
	| "right-center"
	| "bottom-left"
	| "bottom-center"
	| "bottom-right";

/** Columns or rows, or a percentage of the screen such as `60%`. */
export type Extent = number | `${number}%`;

export interface OverlayOptions {
	/** Default: centered. */
	readonly anchor?: OverlayAnchor;
	/** Default: the screen width, at most 80 columns. */
	readonly width?: Extent;
	readonly maxHeight?: Extent;
	/** Free columns and rows around it. */
	readonly margin?: number;
	/** False hides it for now, for example if there is too little room. */
	visible?(columns: number, rows: number): boolean;
}

export interface OverlayPlace {
	readonly row: number;
	readonly column: number;
	readonly width: number;
	readonly height: number;
}

const DEFAULT_WIDTH = 80;

export function overlayWidth(options: OverlayOptions, columns: number): number {
	const room = Math.max(1, columns - 2 * (options.margin ?? 0));
	return Math.min(room, Math.max(1, options.width === undefined ? DEFAULT_WIDTH : resolve(options.width, columns)));
}

export function overlayHeight(options: OverlayOptions, contentRows: number, rows: number): number {
	const room = Math.max(1, rows - 2 * (options.margin ?? 0));
	const limit = options.maxHeight === undefined ? room : Math.max(1, resolve(options.maxHeight, rows));
	return Math.min(contentRows, limit, room);
}

/** The position of an overlay of that size. */
export function placeOverlay(
	options: OverlayOptions,
	size: { width: number; height: number },
	area: { columns: number; rows: number },
): OverlayPlace {
	const anchor = options.anchor ?? "center";
	const margin = options.margin ?? 0;
	const freeRows = Math.max(0, area.rows - size.height);
	const freeColumns = Math.max(0, area.columns - size.width);
	const row = anchor.startsWith("top") ? margin : anchor.startsWith("bottom") ? freeRows - margin : freeRows / 2;
	const column =
		anchor.endsWith("left") || anchor === "left-center"
			? margin
			: atRight(anchor)
				? freeColumns - margin
				: freeColumns / 2;
	return { ...size, row: clamp(Math.floor(row), freeRows), column: clamp(Math.floor(column), freeColumns) };
}

function atRight(anchor: OverlayAnchor): boolean {
	return anchor.endsWith("right") || anchor === "right-center";
}

function resolve(extent: Extent, whole: number): number {
	return typeof extent === "number" ? extent : Math.floor((whole * Number.parseFloat(extent)) / 100);
}

function clamp(value: number, max: number): number {
	return Math.max(0, Math.min(value, max));
}
