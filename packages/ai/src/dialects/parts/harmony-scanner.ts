import { objectText } from "./parse-call.ts";
import { prefixAtEnd } from "./prefix-at-end.ts";
import type { ScannedPiece, TextScanner } from "./scanner.ts";

const openings = ["<|start|>", "<|channel|>"];
const message = "<|message|>";
/** A message ends with one of these, or with the start of the next. */
const endings = ["<|end|>", "<|call|>", "<|return|>", ...openings];

const begunIn = { openings: prefixAtEnd(openings), endings: prefixAtEnd(endings), message: prefixAtEnd([message]) };

type Kind = { readonly kind: "text" | "thinking" } | { readonly kind: "call"; readonly name: string };

/**
 * Harmony is a sequence of messages with headers: thinking (`analysis`), a call (`to=functions.N`), or text for the
 * user. Text outside of messages is for the user, too.
 */
export function harmonyScanner(): TextScanner {
	let held = "";
	let head: string | undefined;
	let body: Kind | undefined;
	let args: string[] = [];

	function endBody(finished: boolean): ScannedPiece[] {
		const ended = body;
		body = undefined;
		if (ended?.kind !== "call") return [];
		const text = args.join("");
		args = [];
		return [{ type: finished ? "call" : "unfinished-call", name: ended.name, arguments: objectText(text) }];
	}

	function write(text: string): ScannedPiece[] {
		if (!text) return [];
		if (body?.kind === "call") {
			args.push(text);
			return [];
		}
		return [{ type: body?.kind ?? "text", text }];
	}

	/** Consumes what is unambiguous and returns the rest. */
	function scan(text: string, pieces: ScannedPiece[]): string {
		let rest = text;
		for (;;) {
			const expected = head !== undefined ? "message" : body ? "endings" : "openings";
			const found = earliest(rest, { openings, endings, message: [message] }[expected]);
			if (!found) {
				const kept = begunIn[expected](rest);
				const certain = rest.slice(0, rest.length - kept);
				if (head === undefined) pieces.push(...write(certain));
				else head += certain;
				return rest.slice(rest.length - kept);
			}
			const before = rest.slice(0, found.at);
			rest = rest.slice(found.at + found.word.length);
			if (head !== undefined) {
				const kind = classifyHead(head + before);
				head = undefined;
				if (kind === "result") pieces.push({ type: "result", text: "" });
				else body = kind;
				continue;
			}
			pieces.push(...write(before), ...endBody(true));
			if (openings.includes(found.word)) head = found.word;
		}
	}

	return {
		push(text) {
			const pieces: ScannedPiece[] = [];
			held = scan(held + text, pieces);
			return pieces;
		},
		end() {
			const rest = held;
			held = "";
			if (head !== undefined) {
				const text = head + rest;
				head = undefined;
				return [{ type: "text", text }];
			}
			return [...write(rest), ...endBody(false)];
		},
	};
}

function classifyHead(head: string): Kind | "result" {
	if (/<\|start\|>\s*functions\./.test(head)) return "result";
	const name = /to=functions\.([\w.-]+)/.exec(head)?.[1];
	if (name) return { kind: "call", name };
	return { kind: /<\|channel\|>\s*analysis/.test(head) ? "thinking" : "text" };
}

function earliest(text: string, words: readonly string[]): { at: number; word: string } | undefined {
	let found: { at: number; word: string } | undefined;
	for (const word of words) {
		const at = text.indexOf(word);
		if (at !== -1 && (!found || at < found.at)) found = { at, word };
	}
	return found;
}
