/** Words of a name or a query, folded alike: accents dropped, camelCase and digits split, everything in small letters. */
export function tokenize(text: string): string[] {
	return text
		.normalize("NFKD")
		.replace(/\p{M}/gu, "")
		.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
		.replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
		.replace(/[^\p{L}\p{N}]+/gu, " ")
		.toLowerCase()
		.split(" ")
		.filter((word) => word !== "");
}
