import { existsSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { until } from "@oh-my-pi/pi-testkit/until";
import { makeRelease, type Release } from "../../scripts/release/make-release.ts";
import { hostPlatform } from "../../scripts/release/platforms.ts";

export interface HostRelease extends Release {
	readonly executable: string;
}

const root = resolve(import.meta.dir, "../..");
const kept = join(root, "dist/host-release");
/** How long making it may take on a busy machine. */
export const makingMs = 300_000;

let made: Promise<HostRelease> | undefined;

/** The release for this platform. Made once from the sources as they are, for all test processes. */
export function hostRelease(): Promise<HostRelease> {
	made ??= findOrMake();
	return made;
}

async function findOrMake(): Promise<HostRelease> {
	const folder = join(kept, await hashSources());
	await mkdir(kept, { recursive: true });
	const lock = `${folder}.lock`;
	while (!existsSync(folder)) {
		const owner = await open(lock, "wx").catch(() => undefined);
		if (!owner) {
			await until(async () => existsSync(folder) || !(await isHeld(lock)), { timeoutMs: makingMs, everyMs: 100 });
			continue;
		}
		await owner.writeFile(String(process.pid));
		await owner.close();
		try {
			if (!existsSync(folder)) await make(folder);
		} finally {
			await rm(lock, { force: true });
		}
	}
	const release: Pick<Release, "version" | "packages" | "siblings"> = JSON.parse(
		await readFile(join(folder, "release.json"), "utf8"),
	);
	const inFolder = (names: readonly string[]) => names.map((name) => join(folder, name));
	const executable = join(folder, `omp-${hostPlatform().id}`);
	return {
		version: release.version,
		packages: inFolder(release.packages),
		siblings: inFolder(release.siblings),
		executables: new Map([[hostPlatform().id, executable]]),
		executable,
	};
}

async function make(folder: string): Promise<void> {
	const scratch = `${folder}.${process.pid}`;
	await removeOlder();
	const { version, packages, siblings } = await makeRelease({
		root,
		folder: scratch,
		platforms: [hostPlatform()],
		gzipLevel: 1,
	});
	const names = (paths: readonly string[]) => paths.map((path) => path.slice(scratch.length + 1));
	const facts = { version, packages: names(packages), siblings: names(siblings) };
	await writeFile(join(scratch, "release.json"), JSON.stringify(facts));
	await rename(scratch, folder);
}

/** Whoever made it may have been killed. */
async function isHeld(lock: string): Promise<boolean> {
	const text = await readFile(lock, "utf8").catch(() => undefined);
	if (text === undefined) return false;
	const isRunning = text === "" || existsSync(`/proc/${text}`) || process.platform !== "linux";
	if (!isRunning) await rm(lock, { force: true });
	return isRunning;
}

/** Those of earlier sources, unless somebody may still test them. */
async function removeOlder(): Promise<void> {
	for (const name of await readdir(kept)) {
		const path = join(kept, name);
		const { mtimeMs } = await stat(path);
		if (Date.now() - mtimeMs > 10 * 60_000) await rm(path, { recursive: true, force: true });
	}
}

/** Everything that releases are made from. */
const inputs = [
	"packages/*/src/**/*",
	"packages/*/package.json",
	"scripts/{build,release}/**/*",
	"{bun.lock,package.json,CHANGELOG.md,LICENSE,NOTICE}",
	"changes/*",
	"docs/**/*.md",
];

async function hashSources(): Promise<string> {
	const hasher = new Bun.CryptoHasher("sha256");
	const found = inputs.map((pattern) => Array.fromAsync(new Bun.Glob(pattern).scan({ cwd: root })));
	for (const path of (await Promise.all(found)).flat().sort()) {
		if (/\.test\.ts$|^packages\/testkit\//.test(path)) continue;
		hasher.update(`${path}\0`).update(await readFile(join(root, path)));
	}
	return hasher.digest("hex").slice(0, 16);
}
