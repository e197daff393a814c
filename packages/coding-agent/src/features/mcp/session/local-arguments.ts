import { realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";

const prefix = "local://";
const maxDepth = 64;

/** Puts the path of each `local://` file in place of its address: a server cannot read those. */
export function withLocalPaths<Value>(value: Value, root: string | undefined): Value {
	// The shape stays the same: only strings are replaced by strings.
	return root === undefined ? value : (replaced(value, root, 0) as Value);
}

function replaced(value: unknown, root: string, depth: number): unknown {
	if (typeof value === "string") return value.startsWith(prefix) ? localPath(value, root) : value;
	if (typeof value !== "object" || value === null || depth > maxDepth) return value;
	if (Array.isArray(value)) return value.map((inner) => replaced(inner, root, depth + 1));
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaced(inner, root, depth + 1)]));
}

/** Folders stay addresses: what a server would do with one is not known. */
function localPath(url: string, root: string): string {
	const path = url.slice(prefix.length).replace(/^\/+|\/+$/g, "");
	if (path === "") return url;
	const outside = () => new ToolError(`'${url}' does not name a file inside local://`);
	if (path.includes("\0") || path.split(/[/\\]/).includes("..")) throw outside();
	const file = join(root, path);
	const found = statSync(file, { throwIfNoEntry: false });
	if (!found) throw new ToolError(`Local file not found: ${prefix}${path}`);
	const real = realpathSync(file);
	if (!real.startsWith(realpathSync(root) + sep)) throw outside();
	return found.isDirectory() ? url : real;
}
