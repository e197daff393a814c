import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Artifacts } from "@oh-my-pi/pi-session/blobs/artifacts";
import type { UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";

/** `artifact://<n>`: the full output that was too long for a message. */
export function artifactScheme(artifacts: () => Artifacts | undefined): UrlScheme {
	return {
		scheme: "artifact",
		async resolve(url) {
			const id = url.slice("artifact://".length).replace(/\/+$/, "");
			if (!/^\d+$/.test(id)) throw new ToolError(`artifact:// ID must be numeric, got: ${id}`);
			const kept = artifacts();
			if (!kept) throw new ToolError("No session - artifacts unavailable");
			const path = kept.findPath(id);
			if (path !== undefined) return lazily(path, { ...(isFromOutside(path) && { outside: url }) });
			const text = kept.findText(id);
			if (text !== undefined) return { text };
			const ids = kept.ids();
			if (ids.length === 0) throw new ToolError("No artifacts directory found");
			throw new ToolError(`Artifact ${id} not found. Available: ${ids.join(", ")}`);
		},
		list: async () => (artifacts()?.ids() ?? []).map((id) => `artifact://${id}`),
	};
}

/** `<n>.<tool>.log`: others wrote what these tools have fetched. */
function isFromOutside(path: string): boolean {
	return /^\d+\.(?:mcp__.*|web_search|github|browser)\.log$/.test(basename(path));
}

/** An artifact may be too large for memory, so the text is read only on demand. */
function lazily(backingPath: string, marks: { readonly outside?: string }) {
	return {
		...marks,
		backingPath,
		get text() {
			return readFileSync(backingPath, "utf8");
		},
	};
}
