import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { Notebook } from "../../files/notebooks/notebook-text.ts";
import { cutLine } from "../../output/cut-line.ts";

const maxOutputBytes = 600;
const maxBytes = 4096;

/** What the cells of a notebook have shown, in words; not part of its text, so it cannot be edited. */
export function notebookOutputs({ cells }: Notebook): string[] {
	const rows: string[] = [];
	let left = maxBytes;
	for (const [index, { outputs }] of cells.entries()) {
		const texts = Array.isArray(outputs) ? outputs.map(outputText).filter((text) => text !== "") : [];
		if (texts.length === 0) continue;
		const shown = cutLine(texts.join("\n"), maxOutputBytes);
		left -= Buffer.byteLength(shown);
		if (left < 0) return [...rows, "[More outputs: read it with :raw]"];
		rows.push(`[Output of cell:${index}]`, shown);
	}
	return rows;
}

function outputText(output: unknown): string {
	if (!isRecord(output)) return "";
	if (output.output_type === "error") return `${output.ename}: ${output.evalue}`;
	if (output.text !== undefined) return joined(output.text);
	const data = isRecord(output.data) ? output.data : {};
	const text = joined(data["text/plain"]);
	const images = Object.keys(data).filter((type) => type.startsWith("image/"));
	return [text, ...images.map((type) => `[${type}]`)].filter(Boolean).join(" ");
}

function joined(text: unknown): string {
	return (Array.isArray(text) ? text.join("") : typeof text === "string" ? text : "").trimEnd();
}
