/** Thoughts as prose: each block of code, also one that is still being written, is a sign that there was one. */
export function withoutCode(text: string): string {
	if (!text.includes("```") && !text.includes("~~~")) return text;
	const prose: string[] = [];
	let open: string | undefined;
	for (const line of text.split("\n")) {
		const fence = /^ {0,3}(`{3,}|~{3,})([^`]*)$/.exec(line);
		const [, marks = "", info = ""] = fence ?? [];
		if (open === undefined && marks !== "") {
			open = marks;
			prose.push("…");
		} else if (open === undefined) prose.push(line);
		else if (marks.startsWith(open) && info.trim() === "") open = undefined;
	}
	return prose.join("\n");
}
