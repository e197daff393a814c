import { make } from "./dom.ts";
import { drawCode } from "./markdown.ts";
import { readImages, readText } from "./message.ts";

export type CallState = "running" | "done" | "failed";

const shownInTitle: readonly string[] = ["command", "path", "pattern", "query", "url", "input"];
const maxShownCharacters = 20_000;

/** One call of a tool: what it was asked, and what came of it. */
export class ToolCard {
	readonly node = make("details", { class: "tool" });
	readonly #title = make("summary");
	readonly #body = make("div", { class: "body" });
	readonly #name: string;
	#args: Readonly<Record<string, unknown>>;
	#state: CallState = "running";

	constructor(name: string, args: unknown) {
		this.#name = name;
		this.#args = toRecord(args);
		this.node.append(this.#title, this.#body);
		this.#draw(undefined);
	}

	call(args: unknown): void {
		this.#args = toRecord(args);
		this.#draw(undefined);
	}

	result(result: unknown, state: CallState): void {
		this.#state = state;
		this.#draw(result);
	}

	#draw(result: unknown): void {
		const args = this.#args;
		const key = shownInTitle.find((name) => typeof args[name] === "string");
		const main = key === undefined ? "" : String(args[key]).split("\n")[0]?.slice(0, 200);
		const intent = typeof args.i === "string" ? args.i : "";
		const words = { running: "running", done: "done", failed: "failed" }[this.#state];
		this.node.dataset.state = this.#state;
		this.#title.replaceChildren(
			make("strong", {}, this.#name),
			" ",
			make("code", {}, main ?? ""),
			" ",
			make("span", { class: "intent" }, intent),
			make("span", { class: "state" }, words),
		);
		const output = toRecord(result);
		const { diff } = toRecord(output.details);
		const rows = Object.entries(args)
			.filter(([name, value]) => name !== "i" && value !== undefined)
			.map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`);
		const text = shorten(readText(output.content));
		this.#body.replaceChildren(
			...(typeof diff === "string" && diff !== ""
				? [drawCode(shorten(diff), "diff")]
				: rows.length > 0
					? [drawCode(shorten(rows.join("\n")))]
					: []),
			...(text === "" ? [] : [drawCode(text)]),
			...readImages(output.content),
		);
		if (typeof diff === "string" && diff !== "") this.node.open = true;
	}
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function shorten(text: string): string {
	if (text.length <= maxShownCharacters) return text;
	return `${text.slice(0, maxShownCharacters)}\n… ${text.length - maxShownCharacters} more characters`;
}
