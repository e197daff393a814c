import type { Archive } from "./archive.ts";

/** Whether a file name is that of an archive we can look into. */
export function archiveKind(path: string): "zip" | "tar" | "tgz" | undefined {
	const name = path.toLowerCase();
	if (/\.(?:zip|jar|war|ear|apk)$/.test(name)) return "zip";
	if (name.endsWith(".tar")) return "tar";
	return /\.(?:tar\.gz|tgz)$/.test(name) ? "tgz" : undefined;
}

export async function openArchive(path: string): Promise<Archive> {
	const kind = archiveKind(path);
	if (kind === "zip") return (await import("./zip.ts")).openZip(path);
	return (await import("./tar.ts")).openTar(path, { gzipped: kind === "tgz" });
}
