/** What `echo` or `printf` prints; `undefined` for any other command. */
export function printedText(name: string, args: readonly string[]): string | undefined {
	if (name === "echo" || name === "yes") return echoed(args);
	if (name === "printf") return formatted(args.filter((text, index) => index > 0 || text !== "--"));
	return undefined;
}

function echoed(args: readonly string[]): string {
	const first = args.findIndex((text) => !/^-[neE]+$/.test(text));
	const words = first === -1 ? [] : args.slice(first);
	const flags = args.slice(0, first === -1 ? undefined : first).join("");
	const text = words.join(" ");
	return flags.includes("e") ? unescaped(text) : text;
}

/** Only the plain directives: a text is put in, and as often as there are arguments. */
function formatted([format = "", ...args]: readonly string[]): string {
	const pattern = unescaped(format);
	if (args.length === 0) return pattern.replace(/%[sbq]/g, "").replaceAll("%%", "%");
	let rest = [...args];
	let text = "";
	do {
		const before = rest.length;
		text += pattern.replace(/%(%|-?\d*[sbqdicx])/g, (_, directive) => {
			if (directive === "%") return "%";
			const [value = "", ...others] = rest;
			rest = others;
			return directive.endsWith("b") ? unescaped(value) : value;
		});
		if (rest.length === before) break;
	} while (rest.length > 0);
	return text;
}

function unescaped(text: string): string {
	return text.replace(/\\(?:x([0-9a-fA-F]{1,2})|0?([0-7]{1,3})|([nrt\\ ]))/g, (_, hex, octal, other) => {
		if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
		if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
		return { n: "\n", r: "\r", t: "\t", "\\": "\\" }[other as string] ?? other;
	});
}
