/** File name of a plan. */
const slugPattern = /^[A-Za-z0-9_-]+$/;

/** The slug in a model's title, which may be a whole file name; `undefined` when invalid. */
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

/** `fix_session-naming` → `Fix session naming`. */
export function planTitle(slug: string): string {
	const words = slug.replace(/[_-]+/g, " ").trim();
	return words.charAt(0).toUpperCase() + words.slice(1);
}
