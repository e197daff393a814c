import { existsSync } from "node:fs";
import { extname, resolve } from "node:path";
import { countLines } from "@oh-my-pi/pi-tui/editing/paste-store";
import type { DialogPort, DraftPort, NoticePort, WorkPort } from "../../../../commands/contract/screen-ports.ts";
import { pasteSettings } from "../../../../settings/sections/screen/input.ts";
import type { OpenedConversation } from "../../../../workbench/opened-conversation.ts";

export type PastePorts = DialogPort & DraftPort & NoticePort & WorkPort;

const imageExtensions = new Set([".png", ".jpg", ".jpeg", ".gif", ".webp"]);

/** Attaches the image whose path was pasted, or asks about a very large text; false when it is neither. */
export function takePaste(text: string, session: OpenedConversation, ports: PastePorts): boolean {
	const { attempt } = ports;
	const path = imagePath(text, session.folder.path, session.host.home);
	if (path !== undefined) {
		void attempt(async () => (await import("./attach-image.ts")).attachImageFile(path, text, session, ports));
		return true;
	}
	const threshold = session.settings.get(pasteSettings.largeMenuThreshold);
	if (threshold === 0 || countLines(text) < threshold) return false;
	void attempt(async () => (await import("./large-paste.ts")).askAboutPaste(text, session, ports));
	return true;
}

/** An image that the terminal handed over. */
export function takeImage(bytes: Uint8Array, session: OpenedConversation, ports: PastePorts): void {
	void ports.attempt(async () => (await import("./attach-image.ts")).attachImage(bytes, session, ports));
}

/** Terminals give dragged files quoted, with backslashes before spaces, or as an address. */
function imagePath(text: string, cwd: string, home: string): string | undefined {
	const line = text.trim();
	if (line === "" || line.includes("\n") || !imageExtensions.has(extname(line.replace(/['"]$/, "")).toLowerCase())) {
		return undefined;
	}
	const path = resolve(cwd, bareName(line).replace(/^~(?=\/|$)/, home));
	return existsSync(path) ? path : undefined;
}

function bareName(line: string): string {
	const quoted = /^(['"])(.*)\1$/.exec(line)?.[2];
	if (quoted !== undefined) return quoted;
	if (!line.startsWith("file://")) return line.replace(/\\(.)/g, "$1");
	try {
		return Bun.fileURLToPath(line);
	} catch {
		// Some write the path as it is.
		return line.slice("file://".length);
	}
}
