import type { UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";

/** What internal addresses mean in a session: omp's own schemes, and those a host adds while it runs. */
export class UrlSchemes {
	/** Given by whoever drives the session. */
	added: readonly UrlScheme[] = [];
	readonly #own: readonly UrlScheme[];

	constructor(own: readonly UrlScheme[] = []) {
		this.#own = own;
	}

	/** Names that nobody else may take, whether their owners are here already or not. */
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
		return [...this.#own, ...this.added];
	}
}
