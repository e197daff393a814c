import type { ExtensionAPI } from "@oh-my-pi/pi-coding-agent";

/** `gh:` completes issues. Everything else is completed as before. */
const issues = [
	{ number: 12, title: "The parser loops" },
	{ number: 14, title: "Extensions" },
	{ number: 20, title: "Slow start" },
];

export default function (pi: ExtensionAPI): void {
	pi.on("session_start", (_event, ctx) => {
		ctx.ui.addAutocompleteProvider((current) => ({
			...current,
			async getSuggestions(lines, line, column, options) {
				const [prefix] = /\bgh:\d*$/.exec((lines[line] ?? "").slice(0, column)) ?? [];
				if (prefix === undefined) return current.getSuggestions(lines, line, column, options);
				const items = issues
					.map(({ number, title }) => ({ value: `gh:${number}`, description: title }))
					.filter(({ value }) => value.startsWith(prefix));
				return { items, prefix };
			},
		}));
	});
}
