import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { mustRun } from "./must-run.ts";

/**
 * Puts a package that is in the lock file, but not installed on this platform, into `node_modules` of a folder. Its content is
 * what the lock file says.
 */
export async function fetchPackage(name: string, folder: string, root: string): Promise<void> {
	const { version, integrity } = await findLocked(name, root);
	const unpacked = join(folder, "unpacked", name);
	await mkdir(unpacked, { recursive: true });
	const json = await mustRun(["npm", "pack", `${name}@${version}`, "--json", "--pack-destination", unpacked], {
		cwd: folder,
	});
	const [{ filename }] = JSON.parse(json);
	const tarball = Bun.file(join(unpacked, filename));
	const actual = `sha512-${new Bun.CryptoHasher("sha512").update(await tarball.arrayBuffer()).digest("base64")}`;
	if (actual !== integrity)
		throw new Error(`${name}@${version} is not what bun.lock says: ${actual}, not ${integrity}`);
	await new Bun.Archive(await tarball.bytes()).extract(unpacked);
	const place = join(folder, "node_modules", name);
	await mkdir(dirname(place), { recursive: true });
	await rm(place, { recursive: true, force: true });
	await rename(join(unpacked, "package"), place);
	await rm(join(folder, "unpacked"), { recursive: true });
}

/** An entry of the lock file: `"name": ["name@version", "", {…}, "sha512-…"]`. */
async function findLocked(name: string, root: string): Promise<{ version: string; integrity: string }> {
	const lock = await Bun.file(join(root, "bun.lock")).text();
	const line = lock.split("\n").find((candidate) => candidate.trimStart().startsWith(`"${name}": [`));
	const match = line && new RegExp(`"${RegExp.escape(name)}@([^"]+)".*"(sha512-[^"]+)"\\]`).exec(line);
	if (!match?.[1] || !match[2]) throw new Error(`bun.lock does not name ${name}`);
	return { version: match[1], integrity: match[2] };
}
