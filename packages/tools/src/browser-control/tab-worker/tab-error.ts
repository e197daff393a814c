/** A failure in words of our own. What other errors say may come from the page. */
export class TabError extends Error {
	override readonly name = "TabError";
}
