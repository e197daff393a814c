import type { UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";

/** Internal URL schemes of a session: built-in ones, and those that a host adds. */
export class UrlSchemes {
	/** Schemes of the host. */
	added: readonly UrlScheme[] = [];
	readonly #builtInSchemes: readonly UrlScheme[];
	readonly #servers: () => readonly UrlScheme[];
	readonly #features: () => readonly UrlScheme[];

	/** `servers` gives those of MCP servers, while there are some; `features` those that features bring. */
	constructor(
		builtInSchemes: readonly UrlScheme[] = [],
		servers: () => readonly UrlScheme[] = () => [],
		features: () => readonly UrlScheme[] = () => [],
	) {
		this.#builtInSchemes = builtInSchemes;
		this.#servers = servers;
		this.#features = features;
	}

	/** Reserved names, including those of features that do not exist yet. */
	readonly builtIn: readonly string[] = [
		"agent",
		"artifact",
		"conflict",
		"file",
		"history",
		"http",
		"https",
		"issue",
		"local",
		"mcp",
		"memory",
		"omp",
		"pr",
		"rule",
		"skill",
		"ssh",
		"xd",
	];

	all(): readonly UrlScheme[] {
		const known = [...this.#builtInSchemes, ...this.#features(), ...this.added];
		const added = this.#servers();
		if (added.length === 0) return known;
		// A server cannot take a name that means something else.
		const taken = new Set([...this.builtIn, ...known.map(({ scheme }) => scheme)]);
		return [...known, ...added.filter(({ scheme }) => scheme === "mcp" || !taken.has(scheme))];
	}
}
