import { basename, extname } from "node:path";
import { sourceLanguages } from "./languages.data.ts";

/** Where an executable keeps the files it was built with. */
const embeddedRoot = "/$bunfs/root/";

/** The path of a file inside a package we depend on; `undefined` where that package is not installed. */
export function findShippedFile(specifier: string): string | undefined {
	try {
		return Bun.resolveSync(specifier, import.meta.dir);
	} catch {
		return findEmbedded(specifier);
	}
}

/** All that this module may be asked for on this platform; what builds the executable puts them into it. */
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
