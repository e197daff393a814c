import { askText } from "../handler/ask-site.ts";
import { cardResult } from "../handler/card.ts";
import { joined } from "../handler/markdown-text.ts";
import type { SiteResult } from "../handler/site-handler.ts";
import type { GithubRequest } from "./github-api.ts";
import { fileLines } from "./repository.ts";

export async function folderPage(
	github: GithubRequest,
	repo: string,
	[place = ""]: readonly string[],
): Promise<SiteResult | undefined> {
	for (const { ref, path } of refsAndPaths(place)) {
		const contents = await github.json(placeOf(`${repo}/contents`, path, ref));
		const files = contents ? fileLines(contents) : [];
		if (files.length === 0) continue;
		const hasReadme = files.some((file) => /^readme\.md\b/i.test(file));
		const readme = hasReadme ? await github.raw(placeOf(`${repo}/readme`, path, ref)) : undefined;
		return cardResult({
			title: `${repo.slice("repos/".length)}: ${path || "/"} at ${ref}`,
			sections: { Files: files, README: readme },
		});
	}
	return undefined;
}

/** The file itself, so that ranges of lines mean what they say. */
export async function filePage(
	github: GithubRequest,
	repo: string,
	[place = ""]: readonly string[],
): Promise<SiteResult | undefined> {
	const name = repo.slice("repos/".length);
	for (const { ref, path } of refsAndPaths(place)) {
		if (path === "") return undefined;
		const text = await fileText(github, repo, ref, path);
		if (text?.includes("\0")) return undefined;
		const contentType = /\.(?:md|markdown)$/i.test(path) ? "text/markdown" : "text/plain";
		if (text !== undefined) return { markdown: text, title: `${name}/${path}`, contentType };
		// On the raw host every split of the address is the same address.
		if (!github.hasToken) return undefined;
	}
	return undefined;
}

/** Without a token the raw host is asked, which does not count requests as the API does. */
function fileText(github: GithubRequest, repo: string, ref: string, path: string): Promise<string | undefined> {
	if (github.hasToken) return github.raw(placeOf(`${repo}/contents`, path, ref));
	const place = `${repo.slice("repos/".length)}/${encodePath(ref)}/${encodePath(path)}`;
	return askText(github.site, `https://raw.githubusercontent.com/${place}`);
}

/** A branch may have slashes in its name; the shortest that exists wins. */
function refsAndPaths(place: string): readonly { readonly ref: string; readonly path: string }[] {
	const segments = place.replace(/^refs\/(?:heads|tags)\/|\/+$/g, "").split("/");
	return [1, 2, 3]
		.filter((count) => count <= segments.length)
		.map((count) => ({ ref: segments.slice(0, count).join("/"), path: segments.slice(count).join("/") }));
}

function placeOf(address: string, path: string, ref: string): string {
	return `${joined("/", address, encodePath(path))}?ref=${encodeURIComponent(ref)}`;
}

function encodePath(path: string): string {
	return path.split("/").map(encodeURIComponent).join("/");
}
