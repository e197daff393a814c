/** Replaces secrets in text that leaves, and puts them back into text that comes. */
export interface TextGuard {
	hide(text: string): string;
	restore(text: string): string;
}
