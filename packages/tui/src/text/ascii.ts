const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** True when one character is one column and there is nothing to interpret, so that string indexes are columns. */
export function isPrintableAscii(text: string): boolean {
	return PRINTABLE_ASCII.test(text);
}
