import { resolve } from "node:path";
import { readRegularBytes } from "@oh-my-pi/pi-utils/files/read-regular-file";
import { statOrUndefined } from "@oh-my-pi/pi-utils/files/stat-or-undefined";
import { isInProject, nameIn, type Project } from "./project.ts";

/** A file of the project that a claim names: what it runs, or what that loads in turn. */
export interface NamedFile {
	/** Relative to the project. */
	readonly name: string;
	readonly hash: string;
	/** Its beginning. */
	readonly text: string;
}

const maxText = 16 * 1024;
const maxScriptBytes = 64 * 1024 * 1024;
/** Folders that commands change to, as far as they count. */
const maxFolders = 8;
const maxFiles = 64;
/** A longer script is looked at for other names only in its beginning. */
const maxSearched = 256 * 1024;

/**
 * The programs of the project that commands name, as far as their words tell, and those that scripts among them name. What they
 * read or write is not among them, unless `withConfig`: then configuration is that a command names itself. Databases, logs and the
 * like change as they are used.
 */
export function namedFiles(
	commands: Iterable<string>,
	project: Project,
	root: string,
	{ withConfig = false }: { readonly withConfig?: boolean } = {},
): NamedFile[] {
	const found = new Map<string, NamedFile>();
	let texts = [...commands];
	for (let depth = 0; texts.length > 0 && found.size < maxFiles; depth++) {
		const isProgram = withConfig && depth === 0 ? looksLikeProgramOrConfig : looksLikeProgram;
		const paths = new Set(texts.flatMap((text) => filesIn(text, project, root, isProgram)));
		const added = [...paths].flatMap((path) => {
			const name = nameIn(project, path);
			if (found.has(name) || found.size >= maxFiles) return [];
			const file = readNamed(path, name);
			found.set(name, file);
			return [file];
		});
		texts = added.flatMap(({ text, name }) => (isScript(text) || scriptName.test(name) ? [text] : []));
	}
	return [...found.values()].map(({ name, hash, text }) => ({ name, hash, text: text.slice(0, maxText) }));
}

/** What cannot be read counts with its size and date. */
export function hashOfFile(path: string): string {
	return readNamed(path, path).hash;
}

/** What runs a script that need not look like one. */
const interpreter =
	/(?:^|\/)(?:ba|da|z|k|fi)?sh$|(?:^|\/)(?:python|node|bun|deno|ruby|perl|php)[\d.]*$|^(?:source|\.|exec|run)$/;
const scriptName = /\.(?:[bz]a?sh|sh|fish|py|[cm]?[jt]sx?|rb|pl|php|lua|awk)$/;

/** Programs that run what a file of the project says without being given its name. */
const fileOfProgram = new Map<string, readonly string[]>([
	...["npm", "npx", "pnpm", "yarn", "bun", "bunx"].map((name) => [name, ["package.json"]] as const),
	["make", ["GNUmakefile", "makefile", "Makefile"]],
	["gmake", ["GNUmakefile", "makefile", "Makefile"]],
	["just", ["justfile", "Justfile", ".justfile"]],
	["rake", ["Rakefile"]],
	["task", ["Taskfile.yml", "Taskfile.yaml"]],
]);

function looksLikeProgram(path: string, before: string | undefined): boolean {
	const isExecutable = ((statOrUndefined(path)?.mode ?? 0) & 0o111) !== 0;
	return scriptName.test(path) || isExecutable || interpreter.test(before ?? "");
}

function looksLikeProgramOrConfig(path: string, before: string | undefined): boolean {
	return (
		looksLikeProgram(path, before) ||
		/\.(?:jsonc?|json5|ya?ml|toml|ini|conf|cfg|config|env|xml|properties|jar|wasm|so)$/.test(path)
	);
}

function filesIn(text: string, project: Project, root: string, isProgram: typeof looksLikeProgram): string[] {
	const words = text
		.replace(/\$(?:CLAUDE_PROJECT_DIR\b|\{CLAUDE_PROJECT_DIR[^}]*\})["']?(?=\/)/g, ".")
		.split(/[\s"'`;|&<>()=]+/)
		.filter((word) => word !== "" && !word.startsWith("~"));
	const tails = words.map((word) => (word.startsWith("-") ? [] : listTails(word)));
	const folders = new Set([root, project.root]);
	for (const tail of tails.flat()) {
		const path = resolve(root, tail);
		if (folders.size < maxFolders && isInProject(project, path) && statOrUndefined(path)?.isDirectory())
			folders.add(path);
	}
	const found = words.flatMap((word, index) =>
		[...folders].flatMap((folder) => [
			...(fileOfProgram.get(word) ?? []).map((name) => resolve(folder, name)).filter(createFileTest(project)),
			...(tails[index] ?? []).flatMap((tail) => {
				const path = resolve(folder, tail);
				return createFileTest(project)(path) && isProgram(path, words[index - 1]) ? [path] : [];
			}),
		]),
	);
	return [...new Set(found)];
}

function createFileTest(project: Project): (path: string) => boolean {
	return (path) => {
		const stats = statOrUndefined(path);
		return stats !== undefined && !stats.isDirectory() && isInProject(project, path);
	};
}

function isScript(text: string): boolean {
	return text.startsWith("#!");
}

/** `$PWD/a/b` may be `a/b` of the project: what is in front of a slash may be a variable, or come from another command. */
function listTails(word: string): string[] {
	const isComputed = word.includes("$") || word.startsWith("/");
	const slashes = isComputed ? [...word.matchAll(/\/(?=[^/])/g)] : [];
	return [word, ...slashes.map(({ index }) => word.slice(index + 1))];
}

function readNamed(path: string, name: string): NamedFile {
	try {
		const bytes = readRegularBytes(path, maxScriptBytes) ?? Buffer.from("");
		const counted = name.endsWith("package.json") ? Buffer.from(extractScripts(bytes.toString("utf8"))) : bytes;
		const hash = new Bun.CryptoHasher("sha256").update(counted).digest("hex");
		return { name, hash, text: counted.toString("utf8", 0, maxSearched) };
	} catch (error) {
		const { size, mtimeMs } = statOrUndefined(path) ?? {};
		return { name, hash: `${size} ${mtimeMs}`, text: (error as Error).message };
	}
}

/** Of a package only its scripts are run; its dependencies change all the time. */
function extractScripts(text: string): string {
	try {
		return JSON.stringify(JSON.parse(text).scripts ?? {}, undefined, "\t");
	} catch {
		return text;
	}
}
