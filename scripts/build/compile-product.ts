import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, rm, rmdir, writeFile } from "node:fs/promises";
import { join, resolve as resolvePath } from "node:path";
import {
	type Platform,
	packedName,
	packShippedFile,
	shippedFiles,
	tabProgramFile,
} from "@oh-my-pi/pi-natives/shipped-file";
import { bytecodeOrder } from "./bytecode-order.ts";
import { checkChunks } from "./check-chunks.ts";

/** Another platform than this one. */
export interface CompileTarget extends Platform {
	readonly bunTarget: Bun.Build.CompileTarget;
	/** A folder whose `node_modules` has the packages that are installed only on that platform. */
	readonly packages: string;
}

export interface CompileOptions {
	readonly target?: CompileTarget | undefined;
	/** Files with the functions that starts use. Their bytecode is placed together, which saves reading the rest. */
	readonly order?: readonly string[];
}

/**
 * Compiles the product into one executable that needs nothing beside it. `scratch` is a folder for intermediate files. Fails when
 * the chunks that Bun makes could run in another order than the sources.
 */
export async function compileProduct(
	root: string,
	outfile: string,
	scratch: string,
	{ target, order = bytecodeOrder(root) }: CompileOptions = {},
): Promise<Bun.BuildMetafile> {
	const options = executableOptions(outfile);
	const packed = await packInto(scratch, root, target);
	const tabProgram = await packTabProgram(scratch, root);
	const { metafile } = await Bun.build({
		...options,
		compile: { ...options.compile, bytecodeOrder: [...order], ...(target && { target: target.bunTarget }) },
		// The files it looks for at run time are entries, too.
		entrypoints: [...programs.map((path) => join(root, path)), ...packed, tabProgram.path],
		external: shippedFiles(target),
		metafile: true,
	});
	if (!metafile) throw new Error("Bun.build gave no metafile");
	const problems = await checkChunks(metafile);
	if (problems.length > 0) throw new Error(problems.join("\n"));
	return { ...metafile, inputs: { ...metafile.inputs, ...tabProgram.inputs } };
}

/** The product, and the program of the threads it starts. */
const programs = ["packages/coding-agent/src/main.ts", "packages/natives/src/walk/newest/walk-thread.ts"];

/** Runs in a process of its own, on the Bun inside the executable, which takes it from a file. */
const tabProgramSource = "packages/tools/src/browser-control/tab-worker/tab-program.ts";

async function packTabProgram(
	scratch: string,
	root: string,
): Promise<{ path: string; inputs: Bun.BuildMetafile["inputs"] }> {
	const { bytes, inputs } = await bundleTabProgram(root);
	const { name, content } = packShippedFile(tabProgramFile, bytes);
	await writeFile(join(scratch, name), content);
	return { path: join(scratch, name), inputs };
}

export async function bundleTabProgram(
	root: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; inputs: Bun.BuildMetafile["inputs"] }> {
	const { outputs, metafile } = await Bun.build({
		entrypoints: [join(root, tabProgramSource)],
		target: "bun",
		minify: true,
		define: { "process.env.NODE_ENV": '"production"' },
		metafile: true,
		plugins: [withoutBidi],
		// For downloads of browsers, which nothing asks for.
		external: ["modern-tar", "yargs"],
	});
	const [program] = outputs;
	if (!program || !metafile) throw new Error("Bun.build gave no program for browser tabs");
	return { bytes: new Uint8Array(await program.arrayBuffer()), inputs: metafile.inputs };
}

/** Puppeteer's second protocol is half of it and never used: tabs speak CDP. */
const withoutBidi: Bun.BunPlugin = {
	name: "without-bidi",
	setup(build) {
		build.onLoad({ filter: /puppeteer[/\\]bidi[/\\]BrowserConnector\.js$/ }, () => ({
			contents: 'export function _connectToBiDiBrowser() { throw new Error("WebDriver BiDi is not built in"); }',
			loader: "js",
		}));
	},
};

/** How the product is compiled, and programs by which tests look at parts of it. */
export function executableOptions(outfile: string) {
	return {
		target: "bun",
		format: "esm",
		splitting: true,
		// Saves parsing at every start. Only executables can carry it.
		bytecode: true,
		// Names stay: they cost little and make stack traces worth reading.
		minify: { whitespace: true, syntax: true, identifiers: false },
		loader: { ".zst": "file" },
		define: { "process.env.NODE_ENV": '"production"' },
		naming: { entry: "[name].[ext]", chunk: "[name]-[hash].[ext]", asset: "[name]-[hash].[ext]" },
		compile: {
			outfile,
			// The authorities of the system count too; they are read with the first TLS connection.
			execArgv: ["--no-install", "--use-system-ca"],
			autoloadDotenv: false,
			autoloadBunfig: false,
			autoloadPackageJson: true,
			// By default functions are compiled to machine code early: a fifth of the work of a short run and a tenth of its memory.
			jitPolicy: 10,
		},
	} satisfies Partial<Bun.BuildConfig>;
}

/** Writes the shipped files as they are embedded. Only a build for this very platform may lack one: its user may have `rg`. */
async function packInto(scratch: string, root: string, target: CompileTarget | undefined): Promise<string[]> {
	await mkdir(scratch, { recursive: true });
	const packed = shippedFiles(target).map(async (specifier) => {
		const path = resolve(specifier, root) ?? (target && Bun.resolveSync(specifier, target.packages));
		const kept = join(keptFolder(root), packedName(specifier));
		if (path === undefined && !existsSync(kept)) {
			const [name = ""] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [];
			const isInstalled = existsSync(join(root, "node_modules", name, "package.json"));
			if (isInstalled) throw new Error(`${specifier} is missing; it may have been removed to save space`);
			return [];
		}
		const { name, content } =
			path === undefined
				? { name: packedName(specifier), content: await Bun.file(kept).bytes() }
				: packShippedFile(specifier, await Bun.file(path).bytes());
		await writeFile(join(scratch, name), content);
		return [join(scratch, name)];
	});
	return (await Promise.all(packed)).flat();
}

const keptName = ".packed";
const keptFolder = (root: string) => join(root, "node_modules", keptName);

/**
 * Removes what the next build does not need: the originals of shipped files, which are kept as they were packed, packages of
 * which nothing is in the executable, types and the like. 16 MB instead of 60. A build of changed sources that needs more fails.
 */
export async function removeUnused(root: string, scratch: string, { inputs }: Bun.BuildMetafile): Promise<void> {
	await mkdir(keptFolder(root), { recursive: true });
	for (const name of await readdir(scratch)) await copyFile(join(scratch, name), join(keptFolder(root), name));
	for (const path of shippedFiles().flatMap((specifier) => resolve(specifier, root) ?? [])) await rm(path);
	const files = new Set(Object.keys(inputs).map((path) => resolvePath(path)));
	const packages = new Set([...files].map(packageOf));
	for (const name of onlyNamed) packages.add(join(root, "node_modules", name));
	await removeSurplus(join(root, "node_modules"), { files, packages });
}

/** The folder of the package that a file belongs to. */
function packageOf(path: string): string {
	return /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(path)?.[0] ?? "";
}

const surplus =
	/\.map$|\.[cm]?ts$|\.cjs$|\.md$|[/\\](?:prebuilds|cjs|umd|examples)[/\\]|[/\\]src[/\\]parser\.c$|[/\\]yaml[/\\]browser[/\\]/;
/** Large packages of which little is read. Of others the next build may look at more than is in the list of this one. */
const mostlyUnread =
	/[/\\]node_modules[/\\](?:puppeteer-core|@puppeteer|chromium-bidi|web-tree-sitter|@agentclientprotocol)[/\\]/;

/** Named by an import of which nothing is used: not in the list, but missed when they are not there. */
const onlyNamed = ["dom-serializer", "domelementtype", "domhandler", "domutils", "entities"];

interface Used {
	readonly files: ReadonlySet<string>;
	readonly packages: ReadonlySet<string>;
}

/** Does not follow links: those lead to our own packages. */
async function removeSurplus(folder: string, used: Used): Promise<void> {
	for (const entry of await readdir(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		if (entry.isDirectory() && entry.name !== keptName) {
			await removeSurplus(path, used);
			// Thousands of empty folders take megabytes.
			if ((await readdir(path)).length === 0) await rmdir(path);
		}
		// Without its manifest a package counts as missing.
		else if (!entry.isFile() || entry.name === "package.json" || used.files.has(path)) continue;
		else if (surplus.test(path) || mostlyUnread.test(path) || !used.packages.has(packageOf(path))) await rm(path);
	}
}

function resolve(specifier: string, root: string): string | undefined {
	try {
		const path = Bun.resolveSync(specifier, root);
		// Bun remembers what was there.
		return existsSync(path) ? path : undefined;
	} catch {
		return undefined;
	}
}
