import { parse as parsePartial } from "partial-json";

/** Below this much new text a re-parse is not worth it. */
const minGrowth = 32;

/** The object that a JSON text, whole or cut anywhere, stands for; `{}` when it is none. */
export function parseStreamingJson(text: string): Record<string, unknown> {
	if (!text.trim()) return {};
	return asObject(tryParse(() => JSON.parse(text))) ?? asObject(tryParse(() => parsePartial(text))) ?? {};
}

/**
 * The arguments of one tool call while they stream in. The growing text is looked at again only after it has grown by
 * an eighth, so the work stays linear in the final length.
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
			this.#value = parseStreamingJson(this.text());
		}
		return this.#value;
	}

	text(): string {
		const text = this.#pieces.join("");
		this.#pieces = [text];
		return text;
	}

	/** The authoritative value at the end; text that is no JSON object is kept for the error the model gets to see. */
	finish(): Record<string, unknown> {
		const text = this.text();
		if (!text.trim()) return {};
		try {
			return asObject(JSON.parse(text)) ?? {};
		} catch (error) {
			return { __parseError: error instanceof Error ? error.message : String(error), __rawJson: text };
		}
	}
}

/** The input of a freeform tool while it streams in: text, which becomes the argument `input`. */
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
