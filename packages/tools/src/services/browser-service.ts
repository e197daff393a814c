import type { Tabs } from "../browser-control/tabs/tabs.ts";

/** Browsers and their tabs. */
export interface BrowserService {
	/** Loaded with the first tab, and shared by all conversations. */
	readonly load: () => Promise<Tabs>;
	/** Whether it was asked for. */
	readonly isInUse: () => boolean;
}
