import { cardResult } from "../handler/card.ts";
import { codeBlock, day } from "../handler/markdown-text.ts";
import type { SiteResult } from "../handler/site-handler.ts";
import type { GithubRequest } from "./github-api.ts";
import { commentSections } from "./issue.ts";

export async function gistPage(github: GithubRequest, id: string): Promise<SiteResult | undefined> {
	const gist = await github.json(`gists/${id}`);
	const files = gist?.entries("files") ?? [];
	if (!gist || files.length === 0) return undefined;
	const comments =
		(gist.number("comments") ?? 0) > 0 ? await github.json(`gists/${id}/comments?per_page=100`) : undefined;
	const names = files.map(([name]) => name);
	const cut = files.filter(([, file]) => file.flag("truncated")).map(([name]) => name);
	return cardResult({
		title: gist.text("description") ?? names[0],
		facts: {
			Author: gist.text("owner", "login"),
			Created: day(gist.text("created_at")),
			Updated: day(gist.text("updated_at")),
		},
		sections: {
			...Object.fromEntries(files.map(([name, file]) => [name, fileText(name, file.text("content"))])),
			Comments: comments ? commentSections(comments.list()) : undefined,
		},
		notes: cut.length > 0 ? [`GitHub cut ${cut.join(", ")}`] : [],
	});
}

function fileText(name: string, content: string | undefined): string | undefined {
	if (content === undefined) return undefined;
	return /\.(?:md|markdown)$/i.test(name) ? content : codeBlock(content, /\.(\w+)$/.exec(name)?.[1]);
}
