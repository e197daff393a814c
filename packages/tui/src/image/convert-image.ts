import type { CellBox } from "./fit-cells.ts";
import type { ImageSource, PixelSize } from "./image-source.ts";
import { pngPixels } from "./png-pixels.ts";
import { drawSixel } from "./sixel-image.ts";

// A tiny file can claim dimensions that would exhaust memory.
const maxPixels = 100_000_000;

/** The image as PNG in base64, the only format kitty accepts. */
export async function toPng(source: ImageSource): Promise<string> {
	if (source.mimeType === "image/png") return source.data;
	const png = await new Bun.Image(Buffer.from(source.data, "base64"), { maxPixels }).png().bytes();
	return Buffer.from(png).toString("base64");
}

/** The image as sixels that fill a box of cells. */
export async function toSixel(source: ImageSource, box: CellBox, cell: PixelSize): Promise<string> {
	const height = box.rows * cell.height;
	const image = new Bun.Image(Buffer.from(source.data, "base64"), { maxPixels });
	// Sixels are six pixel rows high; one too many would scroll the screen.
	const resized = image.resize(box.columns * cell.width, Math.max(6, height - (height % 6)));
	return drawSixel(pngPixels(Buffer.from(await resized.png().bytes())));
}
