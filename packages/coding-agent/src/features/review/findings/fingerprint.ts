import type { Finding } from "./finding.ts";
import { titleWords } from "./title-words.ts";

/** Names a finding by its file, the text of its line and what its title is about, so that it survives lines that move. */
export function fingerprint({ file, title, lineText }: Pick<Finding, "file" | "title" | "lineText">): string {
	const text = [file, lineText.replace(/\s+/g, " "), titleWords(title).join(" ")].join("\0");
	return new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, 32);
}
