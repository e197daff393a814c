import { imageFacts } from "@oh-my-pi/pi-natives/image/image";
import { sliceWithWidth } from "@oh-my-pi/pi-tui/text/slice";

/** So many spaces. */
export function padding(columns: number): string {
	return " ".repeat(Math.max(0, columns));
}

/** So many columns of a line, with its styles. */
export function sliceByColumn(line: string, startColumn: number, columns: number): string {
	return sliceWithWidth(line, startColumn, startColumn + columns).text;
}

/** The size of an image in pixels; `null` for what is no image. */
export async function getImageDimensions(base64: string): Promise<{ widthPx: number; heightPx: number } | null> {
	try {
		const { width, height } = await imageFacts(Buffer.from(base64, "base64"));
		return { widthPx: width, heightPx: height };
	} catch {
		return null;
	}
}
