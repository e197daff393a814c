import { join } from "node:path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import type { Benchmark } from "../benchmark.ts";
import { median } from "../measure-runs.ts";

const times = 7;
const pageBytes = 1_000_000;

/** An article of 1 MB to Markdown, in fresh processes. */
export const web: Benchmark = {
	name: "web",
	async run(bench) {
		const file = join(bench.scratch, "article.html");
		await Bun.write(file, longArticle());
		const runs: Converted[] = [];
		for (let count = 0; count < times; count++) runs.push(await convertOnce(bench.root, file));
		const of = (key: keyof Converted) => median(runs.map((run) => run[key]));
		return [
			{ name: "web, 1 MB page to Markdown", value: of("again"), unit: "ms", limit: 60 },
			{ name: "web, the first page of a process", value: of("ms"), unit: "ms" },
			{ name: "web, more memory", value: of("megabytes"), unit: "MB", limit: 40 },
		];
	},
};

interface Converted {
	readonly ms: number;
	/** When the code is warm. */
	readonly again: number;
	readonly megabytes: number;
}

function longArticle(): string {
	const parts = ["<!doctype html><html><head><title>Long</title></head><body><nav>", '<a href="/x">x</a>'.repeat(50)];
	parts.push("</nav><main><article><h1>Long</h1>");
	for (let bytes = 0, count = 0; bytes < pageBytes; count++) {
		const part = `<p class="text">Paragraph ${count}: the quick <em>brown</em> fox, jumping over <a href="/dog/${count}">the lazy dog</a>, saw that <code>x = ${count}</code> &amp; went on &mdash; it was, after all, a long day in the woods.</p>\n${count % 20 === 0 ? `<h2>Section ${count}</h2><ul><li>one</li><li>two <b>x</b></li></ul>` : ""}`;
		bytes += part.length;
		parts.push(part);
	}
	return `${parts.join("")}</article></main></body></html>`;
}

async function convertOnce(root: string, file: string): Promise<Converted> {
	const script = join(root, "scripts/bench/page-once.ts");
	const { stdout, stderr, exitCode } = await runCommand([process.execPath, script, file]);
	if (exitCode !== 0) throw new Error(`page-once failed:\n${stderr}`);
	return JSON.parse(stdout) as Converted;
}
