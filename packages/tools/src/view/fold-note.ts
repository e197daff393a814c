import type { ViewOptions } from "./view.ts";

/** `… 3 more lines ⟦Ctrl+O: Expand⟧`: that something is hidden, and how to see it. */
export function foldNote(
	what: string,
	{ theme, expandKey = "Ctrl+O" }: Pick<ViewOptions, "theme" | "expandKey">,
): string {
	const [left, right] = [theme.symbol("bracket.left"), theme.symbol("bracket.right")];
	// Without a key there is nothing to press.
	const key = expandKey === "" ? "" : ` ${left}${expandKey}: Expand${right}`;
	return theme.muted(`${theme.symbol("text.ellipsis")} ${what}${key}`);
}
