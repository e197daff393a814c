/** Words as a shell splits them, with quotes. */
export function splitArguments(line: string): string[] {
	const found = line.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g);
	return [...found].map(([word]) =>
		word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single ?? ""),
	);
}
