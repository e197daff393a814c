/** A file inside an archive. */
export interface ArchiveMember {
	/** With `/` between, without a leading one. */
	readonly path: string;
	/** Unpacked. */
	readonly bytes: number;
}

export interface Archive extends AsyncDisposable {
	readonly members: ReadonlyMap<string, ArchiveMember>;
	/** The unpacked bytes of a member; throws an `ArchiveError` when they are too many or damaged. */
	read(path: string): Promise<Uint8Array>;
}

export class ArchiveError extends Error {
	override readonly name = "ArchiveError";
}

/** A member's path in the one form it is known by; `undefined` for one that would leave the archive. */
export function memberPath(path: string): string | undefined {
	const segments = path.replaceAll("\\", "/").split("/");
	if (segments.includes("..")) return undefined;
	return segments.filter((segment) => segment !== "" && segment !== ".").join("/");
}
