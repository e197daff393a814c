import type { SiteHandler, SiteRender } from "./site-handler.ts";

/** The handler for an address, if a site has one. Its code is loaded when it renders. */
export function siteHandlerFor(url: URL): SiteHandler | undefined {
	return siteHandlers.find((handler) => handler.matches(url));
}

interface SiteRow {
	readonly name: string;
	/** `example.org` is that host with or without `www.`; `.example.org` every host below it. */
	readonly hosts: readonly string[];
	readonly load: () => Promise<SiteRender | undefined>;
}

const own = (name: string, hosts: readonly string[], load: () => Promise<SiteRender>): SiteRow => ({
	name,
	hosts,
	load,
});

/** Sites that are a row of a table. */
const registry = (name: string, ...hosts: readonly string[]): SiteRow => ({
	name,
	hosts,
	async load() {
		const [{ cardHandler }, { registries }] = await Promise.all([
			import("./card-page.ts"),
			import("./registries.data.ts"),
		]);
		const pages = registries[name];
		return pages && cardHandler(pages);
	},
});

const rows: readonly SiteRow[] = [
	own("github", ["github.com", "gist.github.com"], async () => (await import("./github/github.ts")).renderGithub),
	own("hacker-news", ["news.ycombinator.com"], async () => (await import("./hacker-news.ts")).renderHackerNews),
	registry("npm", "npmjs.com"),
];

/** In order; the first whose host fits is asked. */
export const siteHandlers: readonly SiteHandler[] = rows.map(({ name, hosts, load }) => ({
	name,
	matches: (url) => isPlain(url) && hosts.some((host) => isHost(url.hostname, host)),
	async render(url, site) {
		try {
			const render = await load();
			return await render?.(url, site);
		} catch (error) {
			if (site.signal.aborted) throw error;
			// An answer of a shape that nobody thought of is doubt as well.
			return undefined;
		}
	},
}));

/** A port or a user name makes it another site, whatever its host is called. */
function isPlain(url: URL): boolean {
	return /^https?:$/.test(url.protocol) && url.port === "" && url.username === "" && url.password === "";
}

function isHost(hostname: string, host: string): boolean {
	return host.startsWith(".") ? hostname.endsWith(host) : hostname === host || hostname === `www.${host}`;
}
