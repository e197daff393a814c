import { basename, extname } from "node:path";
import { sourceLanguages } from "./languages.data.ts";

/** Where a compiled executable has its embedded files. */
const embeddedRoot = "/$bunfs/root/";

/** The path of a file in a dependency; `undefined` if that is not installed. */
export function findShippedFile(specifier: string): string | undefined {
	try {
		return Bun.resolveSync(specifier, import.meta.dir);
	} catch {
		return findEmbedded(specifier);
	}
}

/** All files that may be needed on this platform; the build embeds them. */
export function shippedFiles(): string[] {
	return [
		ripgrepFile(),
		"web-tree-sitter/web-tree-sitter.wasm",
		"@ast-grep/wasm/wasm_bg.wasm",
		...new Set(sourceLanguages.map(({ grammar }) => grammar)),
	];
}

export function ripgrepFile(): string {
	const name = process.platform === "win32" ? "rg.exe" : "rg";
	return `@vscode/ripgrep-${process.platform}-${process.arch}/bin/${name}`;
}

export function isEmbedded(path: string): boolean {
	return path.startsWith(embeddedRoot);
}

/** The build adds a hash to the name. */
function findEmbedded(specifier: string): string | undefined {
	const ending = extname(specifier);
	const name = basename(specifier, ending);
	const found = Bun.embeddedFiles
		.map((file) => (file as File).name.replace(/^\.\//, ""))
		.find((file) => new RegExp(`^${RegExp.escape(name)}-[0-9a-z]+\\.`).test(file) && file.endsWith(ending || "."));
	return found === undefined ? undefined : embeddedRoot + found;
}
