/** A calculation with nothing in it that could be a name: what a variable holds is evaluated too, with the commands in it. */
export function isPlainArithmetic(expression: string): boolean {
	return /^[\d\s+\-*/%<>=!&|^~?:(),]*$/.test(expression.replace(/\$(?:#|\?|\{#\w+(?:\[[@*]\])?\})/g, "0"));
}

/** `$x`, `${x}`, `${x:-…}`, `${x%…}` and the like. Not `${!x}`, `${x@P}`, `${x:=…}`, and no subscript but a number. */
export function isPlainParameter(raw: string): boolean {
	return /^(?:\$(?:\w+|[@*#?$!-])|\$\{#?(?:\w+|[@*#?])(?:\[(?:\d+|[@*])\])?(?:(?::?[-+?]|%%?|##?|\/[/#%]?|\^\^?|,,?)[\s\S]*|:\d+(?::\d+)?)?\})$/.test(
		raw,
	);
}

/** Words between `[[` and `]]` of which none is evaluated as a number. */
export function isPlainTest(words: readonly string[]): boolean {
	return words.every((word, index) => {
		if (/^-(?:v|R)$/.test(word)) return false;
		if (!/^-(?:eq|ne|lt|le|gt|ge)$/.test(word)) return true;
		return [words[index - 1], words[index + 1]].every((side) => /^"?(?:-?\d+|\$[#?])"?$/.test(side ?? ""));
	});
}
