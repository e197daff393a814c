import { expect, test } from "bun:test";
import { shownPath } from "./shown-path.ts";

test("paths: below the project, below the home folder, or as they are", () => {
	const shown = (path: string) => shownPath(path, "/home/me/shop", "/home/me");
	expect(["/home/me/shop/src/a.ts (3 lines)", "/home/me/notes.md", "/etc/hosts", "/home/me/shop"].map(shown)).toEqual([
		"src/a.ts (3 lines)",
		"~/notes.md",
		"/etc/hosts",
		"~/shop",
	]);
});
