import type { UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";

/** Internal URL schemes of a session: built-in ones, and those that a host adds. */
export class UrlSchemes {
	/** Schemes of the host. */
	added: readonly UrlScheme[] = [];
	/** Schemes of MCP servers, while there are some. */
	servers: () => readonly UrlScheme[] = () => [];
	readonly #own: readonly UrlScheme[];

	constructor(own: readonly UrlScheme[] = []) {
		this.#own = own;
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
		return [...this.#own, ...this.servers(), ...this.added];
	}
}
