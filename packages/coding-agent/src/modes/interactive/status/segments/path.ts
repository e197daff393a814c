import { relative } from "node:path";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import type { SegmentStyle, StatusSegment } from "./segment.ts";

interface Place {
	readonly cwd: string;
	readonly home: string;
}

const shownParts = 2;
const defaultMaxLength = 40;
/** Folders in which people keep all of their projects. */
const workFolders = new Set(["code", "dev", "git", "projects", "repos", "src", "work"]);

export const pathSegment: StatusSegment = {
	name: "path",
	render({ cwd, home }, style) {
		if (cwd === undefined) return undefined;
		const { theme, options } = style;
		const facts = { cwd, home };
		const path = truncateToWidth(
			shownPath(facts, style),
			options.number("maxLength", defaultMaxLength),
			theme.symbol("text.ellipsis"),
		);
		const icon = isScratch(facts) ? "icon.scratch" : "icon.folder";
		return theme.statusLinePath(`${theme.symbol(icon)} ${path}`);
	},
};

function shownPath({ cwd, home }: Place, { theme, options, isShort }: SegmentStyle): string {
	const below = relative(home, cwd);
	const isOutside = below.startsWith("..");
	const path = below === "" ? "~" : isOutside ? cwd : below;
	const parts = path.split("/");
	if (isShort && parts.length > 1) return `${theme.symbol("text.ellipsis")}/${parts.at(-1)}`;
	if (!isOutside && options.flag("stripWorkPrefix", false) && workFolders.has(parts[0] ?? "") && parts.length > 1)
		parts.shift();
	const isLong = parts.length > shownParts;
	return options.flag("abbreviate", true) && isLong ? parts.slice(-shownParts).join("/") : parts.join("/");
}

function isScratch({ cwd, home }: Place): boolean {
	return relative(home, cwd).startsWith("..") && /^(?:\/private)?(?:\/var)?\/tmp(?:\/|$)/.test(cwd);
}
