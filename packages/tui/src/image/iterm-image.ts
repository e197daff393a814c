import type { CellBox } from "./fit-cells.ts";
import type { ImageSource } from "./image-source.ts";

/** Draws an image of any common format where the cursor is. */
export function drawIterm({ name, data }: ImageSource, { columns, rows }: CellBox): string {
	const size = Buffer.byteLength(data, "base64");
	const facts = `name=${Buffer.from(name).toString("base64")};size=${size};width=${columns};height=${rows}`;
	return `\x1b]1337;File=inline=1;preserveAspectRatio=1;doNotMoveCursor=1;${facts}:${data}\x07`;
}
