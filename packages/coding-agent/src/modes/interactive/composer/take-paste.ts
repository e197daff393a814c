import { existsSync } from "node:fs";
import { extname, resolve } from "node:path";
import { pasteSettings } from "../../../settings/sections/input.ts";
import type { Mode } from "../mode.ts";

const imageExtensions = new Set([".png", ".jpg", ".jpeg", ".gif", ".webp"]);

/** A pasted path of an image becomes the image, and a very large text is asked about; true when one of both is so. */
export function takePaste(text: string, mode: Mode): boolean {
	const { session, attempt } = mode;
	const path = imagePath(text, session.folder.path, session.host.home);
	if (path !== undefined) {
		void attempt(async () => (await import("./attach-image.ts")).attachImageFile(path, mode));
		return true;
	}
	const threshold = session.settings.get(pasteSettings.largeMenuThreshold);
	if (threshold === 0 || text.split("\n").length < threshold) return false;
	void attempt(async () => (await import("./large-paste.ts")).askAboutPaste(text, mode));
	return true;
}

/** A picture that the terminal handed over. */
export function takeImage(bytes: Uint8Array, mode: Mode): void {
	void mode.attempt(async () => (await import("./attach-image.ts")).attachImage(bytes, mode));
}

/** Terminals give dragged files quoted, with backslashes before spaces, or as an address. */
function imagePath(text: string, cwd: string, home: string): string | undefined {
	const line = text.trim();
	if (line === "" || line.includes("\n") || !imageExtensions.has(extname(line.replace(/['"]$/, "")).toLowerCase())) {
		return undefined;
	}
	const bare = line
		.replace(/^(['"])(.*)\1$/, "$2")
		.replace(/^file:\/\//, "")
		.replaceAll("\\ ", " ");
	const path = resolve(cwd, bare.replace(/^~(?=\/|$)/, home));
	return existsSync(path) ? path : undefined;
}
