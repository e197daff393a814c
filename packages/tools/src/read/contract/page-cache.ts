import type { FetchedPage } from "../../web/fetched-page.ts";

export interface CachedPage {
	readonly page: FetchedPage;
	/** Where all of it is, once it was too long to be shown. */
	artifactId?: string;
}

const maxPages = 30;
const maxChars = 30_000_000;

/** Pages of a session, to be read in parts. */
export class PageCache {
	/** By address and form; the newest last. */
	readonly #pages = new Map<string, CachedPage>();

	find(url: string, raw: boolean): CachedPage | undefined {
		return this.#pages.get(keyOf(url, raw));
	}

	/** Under the address that was asked for and the one that answered. */
	put(url: string, raw: boolean, page: FetchedPage): CachedPage {
		const entry: CachedPage = { page };
		for (const address of new Set([url, page.url])) {
			const key = keyOf(address, raw);
			this.#pages.delete(key);
			this.#pages.set(key, entry);
		}
		this.#forgetOld();
		return entry;
	}

	#forgetOld(): void {
		const total = () => [...new Set(this.#pages.values())].reduce((sum, { page }) => sum + page.text.length, 0);
		for (const key of [...this.#pages.keys()].slice(0, -2)) {
			if (this.#pages.size <= maxPages && total() <= maxChars) return;
			this.#pages.delete(key);
		}
	}
}

function keyOf(url: string, raw: boolean): string {
	return `${raw ? "raw" : "text"} ${url}`;
}
