import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { makeRelease, type Release } from "../../scripts/release/make-release.ts";
import { hostPlatform } from "../../scripts/release/platforms.ts";

export interface HostRelease extends Release {
	readonly executable: string;
}

let made: Promise<HostRelease> | undefined;

/** The release for this platform, made once for all tests; the folder is removed when they have run. */
export function hostRelease(): Promise<HostRelease> {
	made ??= make();
	return made;
}

async function make(): Promise<HostRelease> {
	const folder = await mkdtemp(join(tmpdir(), "release-"));
	const platform = hostPlatform();
	const root = resolve(import.meta.dir, "../..");
	const release = await makeRelease({ root, folder, platforms: [platform], gzipLevel: 1 });
	return { ...release, executable: join(folder, `omp-${platform.id}`) };
}
