/** The paths behind an `@` at the start of a word, each once; quotes hold those with spaces together. */
export function findMentions(text: string): string[] {
	const found = [...withoutCode(text).matchAll(/(?:^|\s)@(?:"([^"\n]+)"|([^\s"]+))/g)].map(
		([, quoted, bare = ""]) => quoted ?? bare.replace(/[.,;:!?)\]}'"]+$/, ""),
	);
	return [...new Set(found)].filter((path) => path !== "");
}

/** What stands in code is not said to omp. */
function withoutCode(text: string): string {
	return text.replace(/^(```+|~~~+)[\s\S]*?^\1/gm, "").replace(/`[^`\n]*`/g, "");
}
