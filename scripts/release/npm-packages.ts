import { copyFile, link, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packageName } from "../../packages/coding-agent/src/cli/commands/update/installation.ts";
import { mustRun } from "./must-run.ts";
import { platforms, type ReleasePlatform } from "./platforms.ts";
import type { Sdk } from "./sdk/build-sdk.ts";

export interface PackageOptions {
	readonly root: string;
	readonly version: string;
	/** Where the tarballs go. */
	readonly folder: string;
	/** A folder for intermediate files. */
	readonly scratch: string;
	/** 1 is fast, 9 is small. */
	readonly gzipLevel: number;
}

/**
 * The package users install: a launcher, an install script that replaces it, one optional dependency per platform, and the SDK
 * for programs and authors of extensions.
 */
export async function packMain(options: PackageOptions, sdk?: Sdk): Promise<string> {
	const folder = join(options.scratch, "main");
	await mkdir(join(folder, "bin"), { recursive: true });
	const scripts = join(import.meta.dir, "npm");
	await copyFile(join(scripts, "launcher.cjs"), join(folder, "bin/omp"));
	for (const name of ["find-executable.cjs", "install.cjs"]) await copyFile(join(scripts, name), join(folder, name));
	const parts = sdk ? ["sdk", "types"] : [];
	for (const part of parts) await rename(join(sdk?.folder ?? "", part), join(folder, part));
	const { version } = options;
	const optional = platforms.map(({ id }) => [`${packageName}-${id}`, version]);
	return pack(folder, options, {
		name: packageName,
		description: "omp, the terminal AI coding agent",
		bin: { omp: "bin/omp" },
		files: ["bin/omp", "find-executable.cjs", "install.cjs", "NOTICE", ...parts],
		...(sdk && { exports: { ...sdk.exports, "./package.json": "./package.json" } }),
		scripts: { postinstall: "node install.cjs" },
		engines: { node: ">=18" },
		optionalDependencies: Object.fromEntries(optional),
	});
}

/** A package that leads to a part of the SDK, by the name under which extensions import it. */
export async function packSibling(name: string, options: PackageOptions): Promise<string> {
	const folder = join(options.scratch, name);
	await mkdir(folder, { recursive: true });
	const text = `export * from "${packageName}/${name}";\n`;
	for (const file of ["index.js", "index.d.ts"]) await writeFile(join(folder, file), text);
	return pack(folder, options, {
		name: `@oh-my-pi/${name}`,
		description: `The part ${name} of the SDK of omp`,
		type: "module",
		files: ["index.js", "index.d.ts", "NOTICE"],
		exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
		dependencies: { [packageName]: options.version },
	});
}

/** The package with the executable of one platform, and the packed `files` that the SDK needs on it. */
export async function packPlatform(
	{ id, os, cpu, libc, name }: ReleasePlatform,
	{ executable, files }: { readonly executable: string; readonly files?: string },
	options: PackageOptions,
): Promise<string> {
	const folder = join(options.scratch, id);
	const file = os === "win32" ? "bin/omp.exe" : "bin/omp";
	await mkdir(join(folder, "bin"), { recursive: true });
	await link(executable, join(folder, file));
	if (files) await rename(files, join(folder, "files"));
	return pack(folder, options, {
		name: `${packageName}-${id}`,
		description: `The executable of omp for ${name}`,
		files: [file, "NOTICE", ...(files ? ["files"] : [])],
		os: [os],
		cpu: [cpu],
		...(libc && { libc: [libc] }),
		preferUnplugged: true,
	});
}

/** Returns the path of the tarball. */
async function pack(
	folder: string,
	options: PackageOptions,
	manifest: { readonly name: string; readonly [field: string]: unknown },
): Promise<string> {
	const { root, version, gzipLevel } = options;
	await copyFile(join(root, "LICENSE"), join(folder, "LICENSE"));
	await copyFile(join(root, "NOTICE"), join(folder, "NOTICE"));
	await writeFile(
		join(folder, "README.md"),
		`# ${manifest.name}\n\nSee ${packageName}: \`npm install -g ${packageName}\`\n`,
	);
	const common = { version, license: "MIT" };
	await writeFile(join(folder, "package.json"), `${JSON.stringify({ ...manifest, ...common }, null, 2)}\n`);
	const tarball = join(options.folder, `${manifest.name.replace("@", "").replace("/", "-")}-${version}.tgz`);
	const command = ["pm", "pack", "--quiet", "--ignore-scripts", `--gzip-level=${gzipLevel}`, `--filename=${tarball}`];
	await mustRun([process.execPath, ...command], { cwd: folder });
	await rm(folder, { recursive: true });
	return tarball;
}
