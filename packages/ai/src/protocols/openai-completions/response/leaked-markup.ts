import { kimiMarkers } from "../../../dialects/kimi.ts";
import { taggedCall } from "../../../dialects/parts/parse-call.ts";
import { type Marker, markerScanner, type TextScanner } from "../../../dialects/parts/scanner.ts";

/** The bars in DSML tags; hosts spell the token differently. */
const dsmlBars = ["｜", "｜｜", "‖", "|"];

const think: readonly Marker[] = [
	{ kind: "thinking", open: "<think>", close: "</think>" },
	// Some templates open the thinking in the prompt, so that only its end appears.
	{ kind: "wrapper", open: "</think>" },
];

const dsml: readonly Marker[] = dsmlBars.flatMap((bar): Marker[] => {
	const tag = (name: string) => `${bar}DSML${bar}${name}`;
	return [
		...["tool_calls", "function_calls", "calls"].flatMap((name): Marker[] => [
			{ kind: "wrapper", open: `<${tag(name)}>` },
			{ kind: "wrapper", open: `</${tag(name)}>` },
		]),
		{
			kind: "call",
			open: `<${tag("invoke")}`,
			close: `</${tag("invoke")}>`,
			parse: (body) => taggedCall(body, tag("parameter")),
		},
	];
});

const deepseek: readonly Marker[] = [{ kind: "token", open: "<｜", close: "｜>" }];

const patterns: Readonly<Record<string, readonly Marker[]>> = { think, dsml, kimi: kimiMarkers, deepseek };

/** A scanner for the given kinds of leaked markup. */
export function healingScanner(names: string): TextScanner {
	return markerScanner(names.split(",").flatMap((name) => patterns[name.trim()] ?? []));
}
