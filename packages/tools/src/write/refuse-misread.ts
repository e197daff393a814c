import { lstat } from "node:fs/promises";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type PathBase, resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { hasSelector, splitSelector } from "../files/paths/selector.ts";

/** An empty file called `foo.txt:10-20` is nobody's wish; whoever asks for it meant to read. */
export async function refuseMisread(path: string, content: string, base: PathBase): Promise<void> {
	if (content !== "") return;
	const names = path.split(";").map((name) => name.trim());
	const selected = names.filter((name) => name !== "" && isSelected(name));
	if (selected.length === 0 || selected.length < names.filter((name) => name !== "").length) return;
	if (await lstat(resolvePath(path, base)).catch(() => undefined)) return;
	throw new ToolError(
		`Refusing to write an empty file named '${path}': this looks like a path to read. Call read with it, or give content.`,
	);
}

function isSelected(name: string): boolean {
	try {
		return hasSelector(splitSelector(name).selector);
	} catch {
		// A selector with a mistake in it is one all the same.
		return true;
	}
}
