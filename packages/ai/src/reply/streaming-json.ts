import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { parse as parsePartial } from "partial-json";
import { overLimit } from "../http/reply-limits.ts";
import { isJsonBomb } from "./json-structure.ts";

/** Minimum growth before parsing again. */
const minGrowth = 32;

/** The object of a JSON text, complete or truncated; `{}` if it is none. */
export function parseStreamingJson(text: string): Record<string, unknown> {
	if (!text.trim()) return {};
	const whole = asObject(tryParse(() => JSON.parse(text)));
	if (whole) return whole;
	return isDeeplyNested(text) ? {} : (asObject(tryParse(() => parsePartial(text))) ?? {});
}

// Far deeper than the arguments of any tool. At some thousand levels the partial parser takes minutes.
const maxDepth = 100;

function isDeeplyNested(text: string): boolean {
	let depth = 0;
	for (let index = 0; index < text.length; index++) {
		const character = text[index];
		if (character === '"') index = stringEnd(text, index);
		else if (character === "[" || character === "{") depth++;
		else if (character === "]" || character === "}") depth--;
		if (depth > maxDepth) return true;
	}
	return false;
}

/** The position of the closing quote, or the end. */
function stringEnd(text: string, start: number): number {
	for (let index = start + 1; index < text.length; index++) {
		if (text[index] === '"') return index;
		if (text[index] === "\\") index++;
	}
	return text.length;
}

/**
 * The arguments of one tool call while they stream. The text is parsed again only after it has grown by an eighth, so
 * the cost stays linear.
 */
export class StreamingArguments {
	#pieces: string[] = [];
	#length = 0;
	#parsedLength = 0;
	#value: Record<string, unknown> = {};

	append(delta: string): Record<string, unknown> {
		this.#pieces.push(delta);
		this.#length += delta.length;
		const growth = this.#length - this.#parsedLength;
		if (growth >= Math.max(minGrowth, this.#length >> 3)) {
			this.#parsedLength = this.#length;
			const text = this.text();
			if (isJsonBomb(text)) throw overLimit("the arguments of a call are too complex", "1 MB outside of texts");
			this.#value = parseStreamingJson(text);
		}
		return this.#value;
	}

	text(): string {
		const text = this.#pieces.join("");
		this.#pieces = [text];
		return text;
	}

	/** The final value; invalid JSON is kept for the error shown to the model. */
	finish(): Record<string, unknown> {
		const text = this.text();
		if (!text.trim()) return {};
		try {
			return asObject(JSON.parse(text)) ?? {};
		} catch (error) {
			return { __parseError: errorMessage(error), __rawJson: text };
		}
	}
}

/** The input of a freeform tool while it streams: text, which becomes the argument `input`. */
export class FreeformInput {
	#value = { input: "" };

	append(delta: string): Record<string, unknown> {
		this.#value = { input: this.#value.input + delta };
		return this.#value;
	}

	text(): string {
		return this.#value.input;
	}

	finish(): Record<string, unknown> {
		return this.#value;
	}
}

function tryParse(parse: () => unknown): unknown {
	try {
		return parse();
	} catch {
		return undefined;
	}
}

function asObject(value: unknown): Record<string, unknown> | undefined {
	return typeof value === "object" && value !== null && !Array.isArray(value)
		? (value as Record<string, unknown>)
		: undefined;
}
