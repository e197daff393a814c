import type { Dialect, WrittenCall, WrittenResult } from "./parts/dialect.ts";
import { markerScanner, type ParsedCall } from "./parts/scanner.ts";
import { thinkingTags } from "./parts/thinking-tags.ts";
import { resultText } from "./parts/tool-response.ts";

const quote = '<|"|>';

export const gemma: Dialect = {
	name: "gemma",
	family: /gemma/i,
	hint: `Texts stand between ${quote} marks, without escapes.`,
	renderCalls: (calls) => calls.map(renderCall).join(""),
	renderResults: (results) => results.map(renderResult).join(""),
	scanner: () =>
		markerScanner([
			...thinkingTags,
			{ kind: "thinking", open: "<|channel>thought\n", close: "<channel|>" },
			{ kind: "call", open: "<|tool_call>", close: "<tool_call|>", parse: callsIn },
			{ kind: "result", open: "<|tool_response>" },
		]),
};

function renderCall({ name, arguments: args }: WrittenCall): string {
	return `<|tool_call>call:${name}${literal(args)}<tool_call|>`;
}

function renderResult(result: WrittenResult): string {
	return `<|tool_response>response:${result.call.name}{output:${literal(resultText(result))}}<tool_response|>`;
}

function literal(value: unknown): string {
	if (typeof value === "string") return `${quote}${value}${quote}`;
	if (Array.isArray(value)) return `[${value.map(literal).join(",")}]`;
	if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
	return `{${Object.entries(value)
		.map(([key, item]) => `${key}:${literal(item)}`)
		.join(",")}}`;
}

function callsIn(body: string): ParsedCall[] {
	const head = /^\s*call:([\w.-]+)\s*/.exec(body);
	if (!head?.[1]) return [];
	return [{ name: head[1], arguments: JSON.stringify(readObject(body.slice(head[0].length))) }];
}

/** Parses `{key:value,…}`; truncated parts are dropped. */
function readObject(text: string): Record<string, unknown> {
	const reader = new LiteralReader(text);
	const value = reader.value();
	return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

class LiteralReader {
	#rest: string;

	constructor(text: string) {
		this.#rest = text;
	}

	value(): unknown {
		if (this.#take(quote)) return this.#until(quote);
		if (this.#take('"')) return this.#until('"');
		if (this.#take("{")) return this.#object();
		if (this.#take("[")) return this.#array();
		const word = /^[^,}\]]*/.exec(this.#rest)?.[0] ?? "";
		this.#rest = this.#rest.slice(word.length);
		try {
			return JSON.parse(word.trim());
		} catch {
			// An unquoted word is a text.
			return word.trim();
		}
	}

	#object(): Record<string, unknown> {
		const entries: Record<string, unknown> = {};
		while (!this.#take("}") && this.#rest.trim()) {
			const key = this.#take(quote) ? this.#until(quote) : (/^[^:]*/.exec(this.#rest)?.[0] ?? "");
			if (this.#rest.startsWith(key)) this.#rest = this.#rest.slice(key.length);
			if (!this.#take(":")) break;
			entries[key.trim().replace(/^"|"$/g, "")] = this.value();
			this.#take(",");
		}
		return entries;
	}

	#array(): unknown[] {
		const items: unknown[] = [];
		while (!this.#take("]") && this.#rest.trim()) {
			items.push(this.value());
			this.#take(",");
		}
		return items;
	}

	#take(token: string): boolean {
		this.#rest = this.#rest.trimStart();
		if (!this.#rest.startsWith(token)) return false;
		this.#rest = this.#rest.slice(token.length);
		return true;
	}

	#until(token: string): string {
		const end = this.#rest.indexOf(token);
		const text = end === -1 ? this.#rest : this.#rest.slice(0, end);
		this.#rest = end === -1 ? "" : this.#rest.slice(end + token.length);
		return text;
	}
}
