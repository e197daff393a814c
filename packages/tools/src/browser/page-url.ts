import { isIP } from "node:net";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { classifySecrecy } from "@oh-my-pi/pi-policy/files/guarded-files";
import { resolveRealPath } from "@oh-my-pi/pi-policy/paths/resolve-links";
import { type PathBase, pathOfFileUrl, resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { pathInside } from "@oh-my-pi/pi-policy/paths/show-path";
import { plainHost, reachOfAddress } from "@oh-my-pi/pi-utils/net/inside-address";
import type { AdmitHost } from "../browser-control/chromium/guarded-proxy.ts";
import type { TabHost } from "../browser-control/tabs/tab.ts";
import type { WebAccess } from "../services/web-access.ts";

/** A URL as people write it: `localhost:3000`, `example.com/a`, `./index.html`. */
export function wholeUrl(input: string, place: { readonly cwd: string; readonly home: string }): URL {
	const text = input.trim();
	if (/^(?:localhost|[\w-]+(?:\.[\w-]+)*\.localhost|\d+(?:\.\d+){3}|\[[\da-f:.]+\])(?::\d+)?(?:[/?#]|$)/i.test(text)) {
		return new URL(`http://${text}`);
	}
	if (/^(?:\.{0,2}\/|~\/)/.test(text)) {
		return pathToFileURL(resolvePath(text, place));
	}
	if (/^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]|$)/.test(text)) return new URL(`https://${text}`);
	if (!URL.canParse(text)) throw new ToolError(`Not a URL: ${input}`);
	return new URL(text);
}

/** Pages bring nothing of their own with these. */
const harmless = new Set(["about:", "data:"]);

export interface PageRules {
	readonly web: Pick<WebAccess, "admit">;
	readonly place: () => PathBase;
}

/**
 * What pages may reach in a session. The model may ask for an address inside the network, and the user then decides; a page may
 * not: its redirects, frames and requests are refused there.
 */
export class PageAccess implements TabHost {
	readonly #rules: PageRules;
	/** Inside hosts that the user has allowed a tab to open. */
	readonly #granted = new Set<string>();
	/** Files that a tab was told to open. */
	readonly #openedFiles = new Set<string>();

	constructor(rules: PageRules) {
		this.#rules = rules;
	}

	readonly admitUrl: TabHost["admitUrl"] = async (address, { mayAsk }) => {
		const place = this.#rules.place();
		const url = wholeUrl(address, place);
		if (harmless.has(url.protocol)) return url.href;
		if (url.protocol === "file:") {
			const path = resolveRealPath(pathOfFileUrl(url.href));
			if (classifySecrecy(path, place) !== undefined) {
				throw new ToolError(`Refused: ${path} holds secrets, which are not for tools`);
			}
			this.#openedFiles.add(path);
			return url.href;
		}
		if (url.protocol !== "http:" && url.protocol !== "https:") {
			throw new ToolError(
				`Refused: ${url.protocol} addresses are not opened, only http:, https:, file:, data: and about:`,
			);
		}
		const host = plainHost(url.hostname);
		const { addresses } = await this.#admit(url, { mayAsk, isGranted: this.#granted.has(host) });
		// Only the user's word counts for later; what is free now may lead elsewhere then.
		if (!isLocalName(host) && !addresses.some(isPublic)) this.#granted.add(host);
		return url.href;
	};

	readonly admitHost: AdmitHost = async (host, port) => {
		const name = host.includes(":") ? `[${host}]` : host;
		const url = new URL(`${port === 443 ? "https" : "http"}://${name}:${port}/`);
		const isGranted = this.#granted.has(plainHost(url.hostname));
		const { addresses } = await this.#admit(url, { mayAsk: false, isGranted });
		// A name may stand for addresses outside and inside at once.
		const open = addresses.filter(isPublic);
		return open.length > 0 ? open : addresses;
	};

	/** A page may show files of the project, and use those beside it; none that holds secrets. */
	readonly admitFile: TabHost["admitFile"] = (url, { isDocument }) => {
		const place = this.#rules.place();
		const { cwd, home } = place;
		const path = resolveRealPath(pathOfFileUrl(url));
		if (classifySecrecy(path, place) !== undefined) return false;
		if (this.#openedFiles.has(path) || pathInside(path, resolveRealPath(cwd)) !== undefined) return true;
		if (isDocument) return false;
		const folders = [...this.#openedFiles].map((file) => dirname(file));
		// A page right in the home folder does not open all of it.
		return folders.some(
			(folder) => pathInside(resolveRealPath(home), folder) === undefined && pathInside(path, folder) !== undefined,
		);
	};

	async toMarkdown(html: string, url: string): Promise<string> {
		const { pageMarkdown } = await import("../web/html/html-markdown.ts");
		return pageMarkdown(html, url).markdown;
	}

	#admit(url: URL, { mayAsk, isGranted }: { mayAsk: boolean; isGranted: boolean }) {
		return this.#rules.web.admit(url, {
			toolName: "browser",
			// A name of the internet that leads to this machine is not this machine.
			loopbackAllowed: isLocalName(plainHost(url.hostname)),
			mayAsk,
			// Each time anew, as an answer counts for as long as its signal.
			signal: new AbortController().signal,
			...(isGranted && { namedByUser: true }),
		});
	}
}

function isPublic(address: string): boolean {
	return reachOfAddress(address) === "public";
}

function isLocalName(host: string): boolean {
	return (
		host === "localhost" || host.endsWith(".localhost") || (isIP(host) !== 0 && reachOfAddress(host) === "loopback")
	);
}
