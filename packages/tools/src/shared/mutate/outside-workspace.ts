import type { ToolApproval } from "@oh-my-pi/pi-agent-core/tools/tool";
import { decidesWhatRuns } from "../guarded-files/guarded-files.ts";
import { realPathOf } from "../paths/resolve-links.ts";
import { type PathBase, resolvePath } from "../paths/resolve-path.ts";
import { pathInside } from "../paths/show-path.ts";
import { schemeOf } from "../paths/uri.ts";

/**
 * What it takes to change files. One that really lies outside the workspace, be it through `..` or a link, is asked about
 * even where changes are allowed in general.
 */
export function writeApproval(
	paths: readonly string[],
	base: PathBase & { readonly roots?: readonly string[] },
): ToolApproval {
	const outside = paths.find((path) => isOutside(path, base));
	if (outside !== undefined) {
		return { tier: "write", reason: `Writes outside the workspace: ${outside}`, override: true };
	}
	const runs = paths.find((path) => decidesNext(path, base));
	return runs === undefined ? "write" : { tier: "exec", reason: `Changes what runs next: ${runs}`, override: true };
}

/** Both the name that is given and the file behind its links: git reads a hook by either. */
function decidesNext(given: string, base: PathBase): boolean {
	if (schemeOf(given) !== undefined) return false;
	const path = resolvePath(given, base);
	return decidesWhatRuns(path, base.cwd) || decidesWhatRuns(realPathOf(path), realPathOf(base.cwd));
}

function isOutside(given: string, base: PathBase & { readonly roots?: readonly string[] }): boolean {
	if (schemeOf(given) !== undefined) return false;
	const path = realPathOf(resolvePath(given, base));
	return ![base.cwd, ...(base.roots ?? [])].some((root) => pathInside(path, realPathOf(root)) !== undefined);
}
