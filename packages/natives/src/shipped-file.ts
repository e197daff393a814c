import { closeSync, existsSync, openSync, readFileSync, readSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { embeddedRoot, isExecutable } from "@oh-my-pi/pi-utils/process/is-executable";
import { executablePath } from "./executable-path.ts";
import { sourceLanguages } from "./languages.data.ts";

/** A file of a package we depend on: installed on disk, or compressed inside our own executable. */
export interface ShippedFile {
	/** Where it is installed; `undefined` inside the executable, where nothing can be started from. */
	readonly path: string | undefined;
	/** Its file name; inside the executable with a hash of the content. */
	readonly name: string;
	bytes(): Uint8Array;
}

const packedEnding = ".zst";

/** Beside the code of the SDK as npm installs it. */
const packedFolder = join(import.meta.dirname, "files");

/** `undefined` where the package is not installed. */
export function findShippedFile(specifier: string): ShippedFile | undefined {
	if (isExecutable) return findEmbedded(specifier);
	if (existsSync(packedFolder)) return findPacked(specifier);
	try {
		const path = Bun.resolveSync(specifier, import.meta.dirname);
		return { path, name: basename(path), bytes: () => readFileSync(path) };
	} catch {
		return undefined;
	}
}

/** A system and processor type, as Node names them. */
export interface Platform {
	readonly os: string;
	readonly cpu: string;
}

const thisPlatform: Platform = { os: process.platform, cpu: process.arch };

/** Every file this module may be asked for on a platform. The build embeds them. */
export function shippedFiles(platform: Platform = thisPlatform): string[] {
	return [
		ripgrepFile(platform),
		"web-tree-sitter/web-tree-sitter.wasm",
		"@ast-grep/wasm/wasm_bg.wasm",
		...new Set(sourceLanguages.map(({ grammar }) => grammar)),
		pdfReaderFile,
	];
}

/** The same program on every Linux: it is linked statically. */
export function ripgrepFile({ os, cpu }: Platform = thisPlatform): string {
	return `@vscode/ripgrep-${os}-${cpu}/bin/${os === "win32" ? "rg.exe" : "rg"}`;
}

/** 1.7 MB of JavaScript that few sessions need; as bytecode it would be four times that. */
export const pdfReaderFile = "unpdf/pdfjs";

/** The program of browser tabs with all it imports. The build bundles it. */
export const tabProgramFile = "tab-program.js";

export const packedName = (specifier: string): string => basename(specifier) + packedEnding;

/** How a shipped file is embedded: under which name, which gets a hash from the build, and with which content. */
export function packShippedFile(
	specifier: string,
	content: Uint8Array<ArrayBuffer>,
): { name: string; content: Uint8Array } {
	// Level 9 is within a tenth of the smallest, in a tenth of the time.
	return { name: packedName(specifier), content: Bun.zstdCompressSync(content, { level: 9 }) };
}

function findEmbedded(specifier: string): ShippedFile | undefined {
	const pattern = new RegExp(`^${RegExp.escape(basename(specifier))}-[0-9a-z]+${RegExp.escape(packedEnding)}$`);
	const packed = Bun.embeddedFiles
		.map((file) => (file as File).name.replace(/^\.\//, ""))
		.find((name) => pattern.test(name));
	if (packed === undefined) return undefined;
	return {
		path: undefined,
		name: packed.slice(0, -packedEnding.length),
		bytes: () => Bun.zstdDecompressSync(readFileSync(embeddedRoot + packed)),
	};
}

/** In the package of the SDK; what only runs on this platform is in the package with its executable. */
function findPacked(specifier: string): ShippedFile | undefined {
	const path = [packedFolder, ...platformFolder()]
		.map((folder) => join(folder, packedName(specifier)))
		.find((candidate) => existsSync(candidate));
	if (path === undefined) return undefined;
	const packed = readFileSync(path);
	return {
		path: undefined,
		name: `${basename(specifier)}-${Bun.hash(packed).toString(36)}`,
		bytes: () => Bun.zstdDecompressSync(packed),
	};
}

function platformFolder(): string[] {
	try {
		return [join(dirname(Bun.resolveSync(`${platformPackage()}/package.json`, import.meta.dirname)), "files")];
	} catch {
		// Optional dependencies were left out.
		return [];
	}
}

/** The npm package with the executable for this machine. */
export function platformPackage(): string {
	const name = `@oh-my-pi/pi-coding-agent-${process.platform}-${process.arch}`;
	return process.platform === "linux" && usesMusl() ? `${name}-musl` : name;
}

/** The C library of Bun is the system's; the beginning of its file names the loader. */
function usesMusl(): boolean {
	const start = Buffer.alloc(4096);
	const file = openSync(executablePath(), "r");
	try {
		readSync(file, start);
	} finally {
		closeSync(file);
	}
	return start.includes("/ld-musl-");
}
