import { prefixAtEnd } from "./prefix-at-end.ts";

/** What a model's text turned out to hold. */
export type ScannedPiece =
	| { readonly type: "text"; readonly text: string }
	| { readonly type: "thinking"; readonly text: string }
	| { readonly type: "call"; readonly name: string; readonly arguments: string }
	/** A call that broke off; its arguments are what could be made of them. */
	| { readonly type: "unfinished-call"; readonly name: string; readonly arguments: string }
	/** Here a tool's result begins, which no model can know. */
	| { readonly type: "result"; readonly text: string };

/** Finds calls and thinking in text that arrives cut anywhere. */
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
	/** Surrounds calls and means nothing by itself. */
	| { readonly kind: "wrapper"; readonly open: string }
	| { readonly kind: "thinking"; readonly open: string; readonly close: string }
	| { readonly kind: "result"; readonly open: string }
	/** A control token of unknown content, taken out if it closes soon. */
	| { readonly kind: "token"; readonly open: string; readonly close: string }
	| {
			readonly kind: "call";
			readonly open: string;
			readonly close: string;
			/** The calls in what stood between the marks; none when it is no call after all. */
			readonly parse: (body: string, options: { finished: boolean }) => readonly ParsedCall[];
	  };

type OpenMarker = Extract<Marker, { close: string }>;

/** A control token is never longer than this. */
const maxTokenCharacters = 48;

/**
 * Scans for markers. Text that could be the beginning of one is held back until it is clear; everything else goes out at
 * once. Only new text is looked at, so long bodies cost no more than their length.
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

	/** The part of the body that is surely inside; thinking is passed on at once. */
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

/** Where the next marker opens. Without one, `at` is where text begins that could still become one. */
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
			// A longer marker may begin with this one and not be complete yet.
			const undecided = openings.some((opening) => opening.length > rest.length && opening.startsWith(rest));
			if (undecided) return { at: match.index, marker: undefined };
			return { at: match.index, marker: byLength.find((marker) => rest.startsWith(marker.open)) };
		},
	};
}
