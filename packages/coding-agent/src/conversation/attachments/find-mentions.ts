import { withoutPunctuation } from "@oh-my-pi/pi-utils/text/split-text";

/** The paths after an `@` at the start of a word, deduplicated; paths with spaces are quoted. */
export function findMentions(text: string): string[] {
	const found = [...withoutCode(text).matchAll(/(?:^|\s)@(?:"([^"\n]+)"|([^\s"]+))/g)].map(
		([, quoted, bare = ""]) => quoted ?? withoutPunctuation(bare),
	);
	return [...new Set(found)].filter((path) => path !== "");
}

function withoutCode(text: string): string {
	return text.replace(/^(```+|~~~+)[\s\S]*?^\1/gm, "").replace(/`[^`\n]*`/g, "");
}
