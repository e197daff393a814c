import { readFileSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";

const prefix = "local://";

/** `local://<path>`: files of the session, stored outside the project. */
export function localScheme(root: () => string | undefined): UrlScheme {
	const folder = () => {
		const path = root();
		if (path === undefined) throw new ToolError("No session - local:// files unavailable");
		return path;
	};
	return {
		scheme: "local",
		async resolve(url) {
			const path = url.slice(prefix.length).replace(/^\/+|\/+$/g, "");
			if (path === "") return { text: await listing(folder()) };
			if (path.split(/[/\\]/).includes("..")) throw new ToolError(`'${url}' does not name a file inside local://`);
			const backingPath = join(folder(), path);
			if (!statSync(backingPath, { throwIfNoEntry: false }))
				throw new ToolError(`Local file not found: ${prefix}${path}`);
			return {
				backingPath,
				mutable: true,
				get text() {
					return readFileSync(backingPath, "utf8");
				},
			};
		},
		list: async () => (await filesIn(folder())).map((path) => prefix + path),
	};
}

async function listing(root: string): Promise<string> {
	const files = await filesIn(root);
	return files.length === 0 ? "No local:// files yet." : files.map((path) => prefix + path).join("\n");
}

async function filesIn(root: string): Promise<string[]> {
	// The folder is created with the first file.
	const found = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
	return found
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
		.sort();
}
