import { prefixAtEnd } from "./prefix-at-end.ts";

/** A piece of a model's text. */
export type ScannedPiece =
	| { readonly type: "text"; readonly text: string }
	| { readonly type: "thinking"; readonly text: string }
	| { readonly type: "call"; readonly name: string; readonly arguments: string }
	/** A truncated call with the arguments that could be parsed. */
	| { readonly type: "unfinished-call"; readonly name: string; readonly arguments: string }
	/** The start of a tool result that the model made up. */
	| { readonly type: "result"; readonly text: string };

/** Finds calls and thinking in streamed text. */
export interface TextScanner {
	push(text: string): ScannedPiece[];
	end(): ScannedPiece[];
}

export interface ParsedCall {
	readonly name: string;
	/** JSON text of an object. */
	readonly arguments: string;
}

export type Marker =
	/** Surrounds calls and has no meaning by itself. */
	| { readonly kind: "wrapper"; readonly open: string }
	| { readonly kind: "thinking"; readonly open: string; readonly close: string }
	| { readonly kind: "result"; readonly open: string }
	/** A control token, removed if it closes soon. */
	| { readonly kind: "token"; readonly open: string; readonly close: string }
	| {
			readonly kind: "call";
			readonly open: string;
			readonly close: string;
			/** Parses the calls between the markers; empty if it is no call. */
			readonly parse: (body: string, options: { finished: boolean }) => readonly ParsedCall[];
	  };

type OpenMarker = Extract<Marker, { close: string }>;

/** Maximum length of a control token. */
const maxTokenCharacters = 48;

/**
 * Scans for markers. A possible start of a marker is held back until it is decided; all other text is emitted at once.
 * Only new text is scanned, so the cost is linear.
 */
export function markerScanner(markers: readonly Marker[]): TextScanner {
	const openings = openingFinder(markers);
	let held = "";
	let open: OpenMarker | undefined;
	let body: string[] = [];
	let closeBegunIn: (text: string) => number = () => 0;

	function closeBody(marker: OpenMarker, last: string): ScannedPiece[] {
		const text = [...body, last].join("");
		body = [];
		if (marker.kind === "thinking") return text ? [{ type: "thinking", text }] : [];
		if (marker.kind === "token") {
			const isToken = text.length <= maxTokenCharacters;
			return isToken ? [] : [{ type: "text", text: marker.open + text + marker.close }];
		}
		const calls = marker.parse(text, { finished: true });
		if (calls.length === 0) return [{ type: "text", text: marker.open + text + marker.close }];
		return calls.map((call) => ({ type: "call", ...call }));
	}

	/** The part of the body that is certainly inside; thinking is emitted at once. */
	function growBody(marker: OpenMarker, text: string): ScannedPiece[] {
		if (!text) return [];
		if (marker.kind === "thinking") return [{ type: "thinking", text }];
		body.push(text);
		if (marker.kind !== "token" || body.join("").length <= maxTokenCharacters) return [];
		const released = marker.open + body.join("");
		body = [];
		open = undefined;
		return [{ type: "text", text: released }];
	}

	function scan(text: string, pieces: ScannedPiece[]): void {
		let rest = text;
		for (;;) {
			if (open) {
				const end = rest.indexOf(open.close);
				if (end === -1) {
					const kept = closeBegunIn(rest);
					const inside = rest.slice(0, rest.length - kept);
					held = rest.slice(rest.length - kept);
					pieces.push(...growBody(open, inside));
					return;
				}
				pieces.push(...closeBody(open, rest.slice(0, end)));
				rest = rest.slice(end + open.close.length);
				open = undefined;
				continue;
			}
			const found = openings.find(rest);
			const before = rest.slice(0, found.at);
			if (before) pieces.push({ type: "text", text: before });
			if (!found.marker) {
				held = rest.slice(found.at);
				return;
			}
			rest = rest.slice(found.at + found.marker.open.length);
			if (found.marker.kind === "result") pieces.push({ type: "result", text: found.marker.open });
			else if (found.marker.kind !== "wrapper") {
				open = found.marker;
				closeBegunIn = prefixAtEnd([open.close]);
			}
		}
	}

	return {
		push(text) {
			const pieces: ScannedPiece[] = [];
			const all = held + text;
			held = "";
			scan(all, pieces);
			return pieces;
		},
		end() {
			const rest = held;
			held = "";
			const marker = open;
			open = undefined;
			if (!marker) return rest ? [{ type: "text", text: rest }] : [];
			if (marker.kind === "thinking") return rest ? [{ type: "thinking", text: rest }] : [];
			const text = body.join("") + rest;
			body = [];
			if (marker.kind === "token") return [{ type: "text", text: marker.open + text }];
			const calls = marker.parse(text, { finished: false });
			if (calls.length === 0) return [{ type: "text", text: marker.open + text }];
			return calls.map((call) => ({ type: "unfinished-call", ...call }));
		},
	};
}

/** The next opening marker. Without one, `at` is the start of text that could still become one. */
function openingFinder(markers: readonly Marker[]) {
	const byLength = [...markers].sort((a, b) => b.open.length - a.open.length);
	const openings = byLength.map((marker) => marker.open);
	const openingBegunIn = prefixAtEnd(openings);
	const pattern = new RegExp(openings.map(RegExp.escape).join("|"));
	return {
		find(text: string): { at: number; marker: Marker | undefined } {
			const match = pattern.exec(text);
			if (!match) return { at: text.length - openingBegunIn(text), marker: undefined };
			const rest = text.slice(match.index);
			// A longer marker may start with this one and be incomplete.
			const undecided = openings.some((opening) => opening.length > rest.length && opening.startsWith(rest));
			if (undecided) return { at: match.index, marker: undefined };
			return { at: match.index, marker: byLength.find((marker) => rest.startsWith(marker.open)) };
		},
	};
}
