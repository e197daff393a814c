import { stat, statfs } from "node:fs/promises";
import { listFiles } from "@oh-my-pi/pi-natives/walk/list-files";
import { type PathBase, resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { isAbort } from "@oh-my-pi/pi-utils/abort";

export interface RecoveredPath {
	/** Absolute. */
	readonly path: string;
	/** It is another file than the one named, found by the end of its path. */
	readonly bySuffix: boolean;
}

const suffixBudgetMs = 5000;
/** File systems on which a walk may take for ever: NFS, SMB in its versions, and whatever FUSE brings. */
const remoteFileSystems = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x65735546]);

/** What a path that does not exist may have meant; `undefined` when there is nothing, or more than one thing. */
export async function recoverPath(
	requestedPath: string,
	base: PathBase,
	signal: AbortSignal,
): Promise<RecoveredPath | undefined> {
	for (const variant of spellings(requestedPath)) {
		const path = resolvePath(variant, base);
		if (await exists(path)) return { path, bySuffix: false };
	}
	const found = await findBySuffix(requestedPath, base, signal);
	return found === undefined ? undefined : { path: found, bySuffix: true };
}

/** How macOS spells names that look the same: accents apart, curly apostrophes, a narrow space in screenshot times. */
function spellings(path: string): string[] {
	const narrow = path.replace(/ (?=[AP]M\b)/g, "\u202f");
	const variants = [path.normalize("NFD"), path.normalize("NFC"), path.replaceAll("'", "\u2019"), narrow];
	variants.push(narrow.replaceAll("'", "\u2019"), narrow.normalize("NFD"));
	return [...new Set(variants)].filter((variant) => variant !== path);
}

async function findBySuffix(
	requestedPath: string,
	{ cwd }: PathBase,
	signal: AbortSignal,
): Promise<string | undefined> {
	const suffix = requestedPath.replace(/^(?:\.?\/)+/, "");
	if (suffix === "" || /(?:^|\/)\.\.(?:\/|$)|^~|[*?\n]/.test(suffix) || (await isRemote(cwd))) return undefined;
	const found: string[] = [];
	const enough = new AbortController();
	const onPaths = (paths: readonly string[]) => {
		found.push(...paths.filter((path) => path.endsWith(`/${suffix}`)));
		if (found.length > 1) enough.abort();
	};
	const rules = { hidden: true, respectIgnore: true, nodeModules: false };
	const stop = AbortSignal.any([signal, enough.signal, AbortSignal.timeout(suffixBudgetMs)]);
	try {
		await listFiles({ root: cwd, rules }, { signal: stop, onPaths });
	} catch (error) {
		if (signal.aborted || !isAbort(error)) throw error;
		// Not all was seen, so one hit would not be known to be the only one.
		return undefined;
	}
	return found.length === 1 ? `${cwd}/${found[0]}` : undefined;
}

async function isRemote(path: string): Promise<boolean> {
	const facts = await statfs(path).catch(() => undefined);
	return facts !== undefined && remoteFileSystems.has(facts.type);
}

async function exists(path: string): Promise<boolean> {
	return (await stat(path).catch(() => undefined)) !== undefined;
}
