const fence = /^ {0,3}(`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?(?:\n {0,3}\1[`~]*[ \t]*(?=\n|$)|$)|$)/gm;

/** Thoughts as prose: each block of code, also one that is still being written, is a sign that there was one. */
export function withoutCode(text: string): string {
	return text.includes("```") || text.includes("~~~") ? text.replace(fence, "…") : text;
}
