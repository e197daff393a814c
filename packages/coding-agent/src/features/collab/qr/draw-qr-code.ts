import { qrCode } from "./qr-code.ts";

/** Light around the code; four modules are asked for, two are enough for phones. */
const margin = 2;

/** A QR code in half blocks, light on dark, as most terminals are; empty for a text that is too long. */
export function drawQrCode(text: string): string {
	const code = qrCode(text);
	if (!code) return "";
	const size = code.length + margin * 2;
	const isLight = (x: number, y: number) => code[y - margin]?.[x - margin] !== true;
	const rows = Array.from({ length: Math.ceil(size / 2) }, (_, row) =>
		Array.from({ length: size }, (_unused, x) => {
			const [upper, lower] = [isLight(x, row * 2), row * 2 + 1 < size && isLight(x, row * 2 + 1)];
			return upper ? (lower ? "█" : "▀") : lower ? "▄" : " ";
		}).join(""),
	);
	return rows.join("\n");
}
