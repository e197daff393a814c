import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { parseScheme } from "@oh-my-pi/pi-policy/paths/uri";

/** What an internal URL stands for. */
export interface UrlResource {
	readonly text: string;
	/** The text may change only through tools that know the URL; without this no anchors are given. */
	readonly mutable?: boolean;
	/** A real file behind it, which is then read as any other. */
	readonly backingPath?: string;
	/** Shown whole: what was extracted by a query, or is meant to be read from end to end. */
	readonly unpaged?: "always" | "without-selector";
	/** Somebody else wrote it: the address for the fence around what is shown. */
	readonly outside?: string;
	readonly notes?: readonly string[];
}

export interface UrlScheme {
	/** Without `://`. */
	readonly scheme: string;
	/** Whether the model is told of it; always without this. It can be read in any case. */
	isListed?(): boolean;
	resolve(url: string, options: { signal: AbortSignal }): Promise<UrlResource>;
	/** The file behind it, whether or not it exists yet; for schemes that are a folder. */
	pathOf?(url: string): string;
	/** Present where `write` may put something; answers what was done. */
	write?(url: string, content: string, options: { signal: AbortSignal }): Promise<string>;
	/** Everything there is, for schemes that can be searched as a whole. */
	list?(options: { signal: AbortSignal }): Promise<readonly string[]>;
}

export interface UrlRouter {
	schemes(): readonly string[];
	find(url: string): UrlScheme | undefined;
	/** The scheme's owner, or the error that lists what there is. */
	get(url: string): UrlScheme;
}

/** Asks for the schemes each time: servers may add some while a session runs. */
export function urlRouter(schemes: () => readonly UrlScheme[]): UrlRouter {
	const find = (url: string) => {
		const wanted = parseScheme(url);
		return schemes().find(({ scheme }) => scheme === wanted);
	};
	const names = () =>
		schemes()
			.map(({ scheme }) => scheme)
			.sort();
	return {
		schemes: names,
		find,
		get(url) {
			const found = find(url);
			if (found) return found;
			const known = names().map((scheme) => `${scheme}://`);
			throw new ToolError(
				`Unknown protocol: ${parseScheme(url)}:// in '${url}'. Supported schemes: ${known.join(", ") || "none"}`,
			);
		},
	};
}
