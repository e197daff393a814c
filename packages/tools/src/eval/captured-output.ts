import type { ToolResult } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { KernelFrame, MimeBundle } from "../kernels/process/frame.ts";
import type { ArtifactSpace } from "../output/artifact-space.ts";
import type { OutputLimits } from "../output/output-limits.ts";
import { OutputSink, type SunkOutput } from "../output/stream/output-sink.ts";

export type ImageBlock = Extract<ToolResult["content"][number], { type: "image" }>;
export type StatusEvent = Readonly<Record<string, unknown>> & { readonly op: string };

const maxJsonLength = 8000;
/** What is longer goes the way of everything printed: cut in the middle, and whole as an artifact. */
const maxShownLength = 16 * 1024;

/** What a cell has shown so far, in the order in which a reader wants it. */
export class CapturedOutput {
	readonly #sink: OutputSink;
	readonly #onChange: () => void;
	#result: string | undefined;
	#shownTexts: string[] = [];
	readonly json: unknown[] = [];
	readonly images: ImageBlock[] = [];
	readonly statusEvents: StatusEvent[] = [];
	traceback = "";
	hasMarkdown = false;

	constructor(options: { artifacts?: ArtifactSpace; limits?: OutputLimits; onChange: () => void }) {
		const { artifacts, limits, onChange } = options;
		this.#onChange = onChange;
		this.#sink = new OutputSink({ toolName: "eval", ...(artifacts && { artifacts }), ...(limits && { limits }) });
	}

	addText(text: string): void {
		this.#sink.push(Buffer.from(text));
		this.#onChange();
	}

	addFrame(frame: KernelFrame): void {
		if (frame.type === "stdout" || frame.type === "stderr") this.addText(frame.data);
		else if (frame.type === "error") this.#addTraceback(frame.traceback.join("").trimEnd());
		else if (frame.type === "result") this.#addBundle(frame.bundle, true);
		else if (frame.type === "display") this.#addBundle(frame.bundle, false);
		this.#onChange();
	}

	end(): SunkOutput {
		this.#sink.end();
		return this.#sink.dump();
	}

	/** Everything that is text: what was printed, the value, what was displayed, and what went wrong. */
	text(firstJson: number): string {
		const shown = this.json.map((value, index) => `display[${firstJson + index}]:\n${prettyJson(value)}`);
		const parts = [this.#sink.dump().text, ...this.#shownTexts, this.#result ?? "", ...shown, this.traceback];
		return parts
			.map((part) => part.trimEnd())
			.filter((part) => part !== "")
			.join("\n\n");
	}

	#addBundle(bundle: MimeBundle, isResult: boolean): void {
		const status = bundle["application/x-omp-status"];
		if (isStatus(status)) {
			this.statusEvents.push(status);
			return;
		}
		const pictures = ["image/png", "image/jpeg"].filter((kind) => typeof bundle[kind] === "string");
		for (const mimeType of pictures) this.images.push({ type: "image", data: String(bundle[mimeType]), mimeType });
		if (pictures.length > 0) return;
		if ("application/json" in bundle) this.json.push(bounded(bundle["application/json"]));
		else this.#addShown(extractText(bundle), isResult);
		this.hasMarkdown ||= "text/markdown" in bundle;
	}

	#addTraceback(text: string): void {
		if (text.length > maxShownLength) this.#printLong(text);
		else this.traceback = text;
	}

	#printLong(text: string): void {
		this.addText(this.#sink.dump().text === "" ? text : `\n${text}`);
	}

	#addShown(text: string, isResult: boolean): void {
		if (text.length > maxShownLength) this.#printLong(text);
		else if (isResult) this.#result = text;
		else this.#shownTexts.push(text);
	}
}

function extractText(bundle: MimeBundle): string {
	const text = bundle["text/markdown"] ?? bundle["text/plain"];
	if (typeof text === "string") return text;
	const html = bundle["text/html"];
	return typeof html === "string" ? withoutTags(html) : "";
}

/** Good enough to read: rows on lines of their own, cells apart. */
function withoutTags(html: string): string {
	return html
		.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, "")
		.replace(/<\/t[dh]>\s*/gi, " | ")
		.replace(/<(?:br|\/p|\/div|\/tr|\/h\d|\/li)[^>]*>/gi, "\n")
		.replace(/<[^>]+>/g, "")
		.replace(/&lt;/g, "<")
		.replace(/&gt;/g, ">")
		.replace(/&nbsp;/g, " ")
		.replace(/&amp;/g, "&")
		.replace(/[ \t]+\n/g, "\n")
		.replace(/\n{3,}/g, "\n\n")
		.trim();
}

/** The details of a call are kept in the log, which is no place for a database. */
function bounded(value: unknown): unknown {
	const text = JSON.stringify(value) ?? "null";
	return text.length > maxKeptJson ? `${text.slice(0, maxJsonLength)}…` : value;
}

const maxKeptJson = 256 * 1024;

function prettyJson(value: unknown): string {
	const text = JSON.stringify(value, null, 2) ?? "null";
	return text.length > maxJsonLength ? `${text.slice(0, maxJsonLength)}…` : text;
}

function isStatus(value: unknown): value is StatusEvent {
	return typeof value === "object" && value !== null && "op" in value && typeof value.op === "string";
}
