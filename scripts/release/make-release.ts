import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { packedName, ripgrepFile } from "@oh-my-pi/pi-natives/shipped-file";
import { readChangelog } from "../../packages/coding-agent/src/urls/read-changelog.ts";
import { compileProduct } from "../build/compile-product.ts";
import { executableFormat, expectedFormat } from "./executable-format.ts";
import { fetchPackage } from "./fetch-package.ts";
import { isMachOSigned, signMachO } from "./mac-signature.ts";
import { type PackageOptions, packMain, packPlatform, packSibling } from "./npm-packages.ts";
import { hostPlatform, type ReleasePlatform } from "./platforms.ts";
import { releasePage } from "./release-page.ts";
import { buildSdk } from "./sdk/build-sdk.ts";
import { siblingPackages } from "./sdk/sdk-entries.data.ts";

export interface ReleaseOptions {
	readonly root: string;
	/** What an earlier release left there is removed. */
	readonly folder: string;
	readonly platforms: readonly ReleasePlatform[];
	/** 1 is fast, 9 is small. */
	readonly gzipLevel?: number;
	readonly say?: (line: string) => void;
}

export interface Release {
	readonly version: string;
	/** By id of the platform. */
	readonly executables: ReadonlyMap<string, string>;
	/** Tarballs; the main package is the first. */
	readonly packages: readonly string[];
	/** Tarballs of the packages that lead to parts of the SDK. */
	readonly siblings: readonly string[];
}

/** Compiles, checks and packs everything users download, with checksums and the text of the release page. */
export async function makeRelease(options: ReleaseOptions): Promise<Release> {
	const { root, folder, say = () => {} } = options;
	const { version } = await Bun.file(join(root, "packages/coding-agent/package.json")).json();
	const scratch = join(folder, "tmp");
	await mkdir(folder, { recursive: true });
	for (const name of await readdir(folder)) {
		if (earlier.test(name)) await rm(join(folder, name), { recursive: true });
	}
	await mkdir(scratch);
	const packaging: PackageOptions = { root, version, folder, scratch, gzipLevel: options.gzipLevel ?? 9 };
	const executables = new Map<string, string>();
	say("SDK: building");
	const sdk = await buildSdk(root, join(scratch, "library"));
	const packages = [await packMain(packaging, sdk)];
	const siblings = await Promise.all(siblingPackages.map((name) => packSibling(name, packaging)));
	say(`SDK: packed ${megabytes((await stat(packages[0] ?? "")).size)}`);
	for (const platform of options.platforms) {
		say(`${platform.name}: compiling`);
		const executable = await compileFor(platform, folder, root);
		executables.set(platform.id, executable);
		say(`${platform.name}: packing ${basename(executable)} (${megabytes((await stat(executable)).size)})`);
		packages.push(await packPlatform(platform, { executable, files: packedFiles(folder, platform) }, packaging));
	}
	await rm(scratch, { recursive: true });
	await describe(options, version, executables, [...packages, ...siblings]);
	return { version, executables, packages, siblings };
}

const earlier = /^(?:omp-[\w-]+(?:\.exe)?|oh-my-pi-[\w.-]+\.tgz|SHA256SUMS|RELEASE\.md|tmp)$/;

/** Compiles the executable of a platform into a folder, and checks that it is one. */
export async function compileFor(platform: ReleasePlatform, folder: string, root: string): Promise<string> {
	const executable = join(folder, `omp-${platform.id}${platform.os === "win32" ? ".exe" : ""}`);
	const scratch = join(folder, "tmp", `compile-${platform.id}`);
	await mkdir(scratch, { recursive: true });
	const isHost = platform === hostPlatform();
	if (!isHost) await fetchPackage(dirname(dirname(ripgrepFile(platform))), scratch, root);
	const target = isHost ? undefined : { ...platform, packages: scratch };
	await compileProduct(root, executable, join(scratch, "packed"), { target });
	const content = await Bun.file(executable).bytes();
	const format = executableFormat(content);
	const expected = expectedFormat(platform);
	if (format !== expected) throw new Error(`${executable} is ${format}, not ${expected}`);
	if (platform.os === "darwin" && !isMachOSigned(content)) await writeFile(executable, signMachO(content));
	await chmod(executable, 0o755);
	const kept = packedFiles(folder, platform);
	await rm(kept, { recursive: true, force: true });
	await mkdir(kept);
	const ripgrep = packedName(ripgrepFile(platform));
	await rename(join(scratch, "packed", ripgrep), join(kept, ripgrep));
	await rm(scratch, { recursive: true });
	return executable;
}

/** Where a compiled platform leaves the files that programs outside its executable need: those of the SDK. */
function packedFiles(folder: string, { id }: ReleasePlatform): string {
	return join(folder, "tmp", `files-${id}`);
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** Writes `SHA256SUMS` and `RELEASE.md`. */
async function describe(
	options: ReleaseOptions,
	version: string,
	executables: ReadonlyMap<string, string>,
	packages: readonly string[],
): Promise<void> {
	const { folder, root } = options;
	const sums = new Map<string, string>();
	for (const path of [...executables.values(), ...packages]) sums.set(path, await sha256(path));
	const lines = [...sums].map(([path, sum]) => `${sum}  ${basename(path)}\n`);
	await writeFile(join(folder, "SHA256SUMS"), lines.join(""));
	const files = options.platforms.map(async (platform) => {
		const path = executables.get(platform.id) ?? "";
		return { platform, name: basename(path), bytes: (await stat(path)).size, sha256: sums.get(path) ?? "" };
	});
	await writeFile(join(folder, "RELEASE.md"), releasePage(version, readChangelog(root), await Promise.all(files)));
}

async function sha256(path: string): Promise<string> {
	const hasher = new Bun.CryptoHasher("sha256");
	for await (const chunk of Bun.file(path).stream()) hasher.update(chunk);
	return hasher.digest("hex");
}
