/** A glob inside a folder, as one path. */
export function globIn(folder: unknown, glob: string): string {
	if (typeof folder !== "string" || folder === "" || folder === "." || folder === "./") return glob;
	if (glob.startsWith("/") || glob.startsWith(folder)) return glob;
	const base = folder.replace(/\/+$/, "");
	return glob.includes("/") ? `${base}/${glob}` : `${base}/**/${glob}`;
}
