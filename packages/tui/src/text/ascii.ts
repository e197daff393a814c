const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** Whether every character is one column without interpretation, so that string indexes are columns. */
export function isPrintableAscii(text: string): boolean {
	return PRINTABLE_ASCII.test(text);
}
