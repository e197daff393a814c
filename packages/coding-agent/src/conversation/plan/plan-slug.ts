/** How a plan's file is called: letters, digits, `_` and `-`. */
const slugPattern = /^[A-Za-z0-9_-]+$/;

/** The slug that a model gave, also with the file's name around it; `undefined` when it is none. */
export function planSlug(title: unknown): string | undefined {
	if (typeof title !== "string") return undefined;
	const slug = title
		.trim()
		.replace(/^local:\/\//, "")
		.replace(/-plan\.md$/, "");
	return slugPattern.test(slug) ? slug : undefined;
}

export function planUrl(slug: string): string {
	return `local://${slug}-plan.md`;
}

/** A slug in words: `fix_session-naming` is `Fix session naming`. */
export function planTitle(slug: string): string {
	const words = slug.replace(/[_-]+/g, " ").trim();
	return words.charAt(0).toUpperCase() + words.slice(1);
}
