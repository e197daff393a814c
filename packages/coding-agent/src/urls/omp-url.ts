import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";
import { nearest } from "@oh-my-pi/pi-utils/text/nearest";

/** File name to content. */
export type Docs = Readonly<Record<string, string>>;

/** `omp://<file>.md`: omp's documentation, loaded on demand. */
export function ompScheme(load: () => Promise<Docs>, scheme = "omp"): UrlScheme {
	const prefix = `${scheme}://`;
	return {
		scheme,
		async resolve(url) {
			const name = decodeURIComponent(url.slice(prefix.length).replace(/^\/+|\/+$/g, ""));
			const docs = await load();
			if (name === "") return { text: index(docs, prefix) };
			const text = docs[name] ?? docs[`${name}.md`];
			if (text !== undefined) return { text };
			const [close] = nearest(name, Object.keys(docs));
			const hint = close ? ` Did you mean ${prefix}${close}?` : ` ${prefix} lists what there is.`;
			throw new ToolError(`Documentation file not found: ${name}.${hint}`);
		},
		list: async () => Object.keys(await load()).map((name) => prefix + name),
	};
}

function index(docs: Docs, prefix: string): string {
	const lines = Object.entries(docs).map(([name, text]) => `- ${prefix}${name}: ${titleOf(text)}`);
	return ["# omp documentation", "", ...lines].join("\n");
}

function titleOf(text: string): string {
	return /^#\s+(.+)$/m.exec(text)?.[1] ?? "";
}
