import { pageMarkdown } from "@oh-my-pi/pi-tools/web/html/html-markdown";

const address = "https://example.com/article";

/** Converts a page in a fresh process and prints what that took, at first and later; a small page before it loads the code. */
async function convertOnce(file: string): Promise<{ ms: number; again: number; megabytes: number }> {
	const html = await Bun.file(file).text();
	pageMarkdown("<h1>Small</h1><p>A <b>page</b>.</p>", address);
	Bun.gc(true);
	const before = process.memoryUsage().rss;
	const ms = timed(html);
	const megabytes = (process.memoryUsage().rss - before) / 1024 / 1024;
	const rounds = Array.from({ length: 5 }, () => timed(html)).toSorted((a, b) => a - b);
	return { ms, again: rounds[2] ?? ms, megabytes };
}

function timed(html: string): number {
	const startedAt = performance.now();
	pageMarkdown(html, address);
	return performance.now() - startedAt;
}

console.log(JSON.stringify(await convertOnce(process.argv[2] ?? "")));
