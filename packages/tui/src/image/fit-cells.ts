import type { PixelSize } from "./image-source.ts";

export interface CellBox {
	readonly columns: number;
	readonly rows: number;
}

/** The default cell size if the terminal does not report it. */
export const USUAL_CELL: PixelSize = { width: 9, height: 18 };

/** The number of cells the image needs at its own size, or fewer if there is no room; keeps the aspect ratio. */
export function fitCells(image: PixelSize, cell: PixelSize, room: CellBox): CellBox {
	const scale = Math.min(1, (room.columns * cell.width) / image.width, (room.rows * cell.height) / image.height);
	return {
		columns: clamp(Math.round((image.width * scale) / cell.width), room.columns),
		rows: clamp(Math.round((image.height * scale) / cell.height), room.rows),
	};
}

function clamp(value: number, max: number): number {
	return Math.max(1, Math.min(value, max));
}
