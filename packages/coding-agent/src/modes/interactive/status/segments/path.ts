import { relative } from "node:path";
import type { StatusSegment } from "../segment.ts";

const shownParts = 2;

export const pathSegment: StatusSegment = {
	name: "path",
	render({ cwd, home }, theme) {
		const below = relative(home, cwd);
		const path = below === "" ? "~" : below.startsWith("..") ? cwd : below;
		const parts = path.split("/");
		const short = parts.length > shownParts ? parts.slice(-shownParts).join("/") : path;
		return theme.statusLinePath(`${theme.symbol("icon.folder")} ${short}`);
	},
};
