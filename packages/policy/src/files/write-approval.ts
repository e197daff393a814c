import type { Approval } from "../approval.ts";
import { findIsolatedPlace } from "../paths/isolated-copy.ts";
import { resolveRealPath } from "../paths/resolve-links.ts";
import { type PathBase, resolvePath } from "../paths/resolve-path.ts";
import { pathInside } from "../paths/show-path.ts";
import { parseScheme } from "../paths/uri.ts";
import { decidesWhatRuns } from "./guarded-files.ts";
import type { JudgedPaths } from "./judged-paths.ts";
import { isSecretFile } from "./secret-file.ts";

/**
 * What it takes to change files. One that really lies outside the workspace, be it through `..` or a link, is asked about
 * even where changes are allowed in general.
 */
export function writeApproval(
	paths: readonly string[],
	base: PathBase & { readonly roots?: readonly string[]; readonly judged?: JudgedPaths },
): Approval {
	// Notes of the session are for the model itself.
	if (paths.length > 0 && paths.every((path) => parseScheme(path) === "local")) return "read";
	// Looked at once, so that what is judged is what the write is held to.
	const files = paths
		.filter((path) => parseScheme(path) === undefined)
		.map((requestedPath) => {
			const path = resolvePath(requestedPath, base);
			const realPath = resolveRealPath(path);
			base.judged?.judge(path, realPath);
			return { requestedPath, path, realPath: base.judged?.find(path) ?? realPath };
		});
	const secret = files.find(({ path, realPath }) => isSecretFile(path, base) || isSecretFile(realPath, base));
	if (secret) {
		const reason = `Holds secrets, which are not for tools: ${secret.requestedPath}`;
		return { tier: "write", policy: "deny", reason };
	}
	const place = findIsolatedPlace(base.cwd);
	const copy = place && resolveRealPath(place.copy);
	const elsewhere = copy && files.find(({ realPath }) => pathInside(realPath, copy) === undefined);
	if (place && elsewhere) {
		const reason = `${elsewhere.requestedPath} is outside the copy of the project that you work in, ${place.copy}. Write inside it; for notes use local://`;
		return { tier: "write", policy: "deny", reason };
	}
	const roots = [base.cwd, ...(base.roots ?? [])].map((root) => resolveRealPath(root));
	// Programs may write to their own temporary folder, too.
	const isTemporary = (realPath: string) => base.temporary?.findName(realPath) !== undefined;
	const outside = files.find(
		({ realPath }) => !isTemporary(realPath) && !roots.some((root) => pathInside(realPath, root) !== undefined),
	);
	if (outside) {
		return { tier: "write", reason: `Writes outside the workspace: ${outside.requestedPath}`, override: true };
	}
	// Both the name that is given and the file behind its links: git reads a hook by either.
	const cwd = resolveRealPath(base.cwd);
	const runs = files.find(({ path, realPath }) => decidesWhatRuns(path, base.cwd) || decidesWhatRuns(realPath, cwd));
	return runs ? { tier: "exec", reason: `Changes what runs next: ${runs.requestedPath}`, override: true } : "write";
}
