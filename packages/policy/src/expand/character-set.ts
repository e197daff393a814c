/** The characters that `tr` understands by a set, in order. */
export function characterSet(text: string): string {
	return unescaped(text)
		.replace(/\[:(\w+):\]/g, (_, name: string) => classes.get(name) ?? "")
		.replace(/\[(.-.)\]/g, "$1")
		.replace(/([\s\S])-([\s\S])/g, (_, from: string, to: string) => between(from, to));
}

const classes: ReadonlyMap<string, string> = new Map(
	Object.entries({ lower: "a-z", upper: "A-Z", digit: "0-9", space: " \t\n" }),
);

function between(from: string, to: string): string {
	const start = from.charCodeAt(0);
	const length = to.charCodeAt(0) - start + 1;
	return length < 1 || length > 256
		? `${from}-${to}`
		: String.fromCharCode(...Array.from({ length }, (_, at) => start + at));
}

function unescaped(text: string): string {
	return text.replace(/\\(?:([0-7]{1,3})|(.))/g, (_, octal?: string, char = "") =>
		octal === undefined
			? ({ n: "\n", t: "\t", r: "\r" }[char as string] ?? char)
			: String.fromCharCode(Number.parseInt(octal, 8)),
	);
}
