import { askMarkdown, askText } from "../handler/ask-site.ts";
import { codeBlock } from "../handler/markdown-text.ts";
import type { SiteRender } from "../handler/site-handler.ts";

/** The pages of tldr are Markdown files of a repository. */
export const renderTldr: SiteRender = async (url, site) => {
	const [, folder = "pages", page] =
		/^\/(pages(?:\.\w+)?)\/((?:[\w-]+\/)[\w.+-]+?)(?:\.md)?\/?$/.exec(url.pathname) ?? [];
	if (page === undefined) return undefined;
	const text = await askMarkdown(site, `https://raw.githubusercontent.com/tldr-pages/tldr/main/${folder}/${page}.md`);
	return text?.startsWith("# ") ? { markdown: text, title: page, contentType: "text/markdown" } : undefined;
};

/** cheat.sh answers with plain text when asked for it without colors. */
export const renderCheatSheet: SiteRender = async (url, site) => {
	const topic = /^\/((?:[\w.+~:-]+\/)?[\w.+~:-]+)$/.exec(url.pathname)?.[1];
	if (topic === undefined || topic.startsWith(":")) return undefined;
	const text = await askText(site, `https://cheat.sh/${topic}?T`, { accept: "text/plain" });
	if (text === undefined || text.trim() === "" || /^\s*(?:<|Unknown topic)/i.test(text)) return undefined;
	return { markdown: `# ${topic}\n\n${codeBlock(text)}\n`, title: topic, contentType: "text/markdown" };
};
