/** A word as a POSIX shell reads it back; plain words stay bare. */
export function quoted(word: string): string {
	return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
