import { chmod, open, rename, rm } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { connectionFailure } from "@oh-my-pi/pi-utils/net/connection-failure";
import { withoutLogin } from "@oh-my-pi/pi-utils/net/web-address";
import { CliError } from "../../../process/usage-error.ts";
import { packageName } from "./installation.ts";

/** A version of the executable for this platform, as the registry describes it. */
export interface PublishedExecutable {
	readonly version: string;
	readonly tarball: string;
	/** `sha512-…` */
	readonly integrity: string;
}

/** Asks the registry for the newest executable for this platform. */
export async function findPublished(registry: string, platform: string): Promise<PublishedExecutable> {
	const name = `${packageName}-${platform}`;
	const url = `${registry.replace(/\/+$/, "")}/${name.replace("/", "%2f")}`;
	const response = await fetch(url).catch((error: Error) => {
		throw new CliError(`Cannot reach the npm registry ${withoutLogin(registry)}: ${connectionFailure(error)}`);
	});
	if (!response.ok) throw new CliError(`The npm registry answered ${response.status} for ${name}.`);
	const facts: unknown = await response.json();
	const version = textAt(facts, "dist-tags", "latest");
	const dist = ["versions", version ?? "", "dist"];
	const tarball = textAt(facts, ...dist, "tarball");
	const integrity = textAt(facts, ...dist, "integrity");
	if (version === undefined || tarball === undefined || !integrity?.startsWith("sha512-")) {
		throw new CliError(`The npm registry names no newest version of ${name}.`);
	}
	return { version, tarball, integrity };
}

/** Downloads the executable beside the old one, checks it, and puts it in its place in one step. */
export async function replaceExecutable(path: string, published: PublishedExecutable): Promise<void> {
	const { version, tarball, integrity } = published;
	const response = await fetch(tarball).catch((error: Error) => {
		throw new CliError(`Cannot reach ${withoutLogin(tarball)}: ${connectionFailure(error)}`);
	});
	if (!response.ok) throw new CliError(`${tarball} answered ${response.status}.`);
	const content = await response.bytes();
	const actual = `sha512-${new Bun.CryptoHasher("sha512").update(content).digest("base64")}`;
	if (actual !== integrity) throw new CliError(`${tarball} is damaged: its checksum is not the registry's.`);
	const file = (await new Bun.Archive(content).files("package/bin/*")).get("package/bin/omp");
	if (!file) throw new CliError(`${tarball} has no executable.`);
	const temporary = `${path}.${version}.${process.pid}`;
	try {
		await writeNew(temporary, await file.bytes());
		if ((await readVersion(temporary)) !== version) {
			throw new CliError(`The downloaded omp ${version} does not start here; the old one stays.`);
		}
		await rename(temporary, path);
	} finally {
		await rm(temporary, { force: true });
	}
}

/** The version an executable says it is, or `undefined` if it does not start. */
export async function readVersion(executable: string): Promise<string | undefined> {
	try {
		const child = Bun.spawn([executable, "--version"], { stdin: "ignore", stdout: "pipe", stderr: "ignore" });
		return /^omp\/(\S+)\n$/.exec(await text(child.stdout))?.[1];
	} catch {
		// Of another platform, or not there.
		return undefined;
	}
}

/** This platform as the packages are named; musl is told by the loader in the beginning of our own file. */
export async function platformId(executable: string): Promise<string> {
	const start = await Bun.file(executable).slice(0, 4096).bytes();
	const suffix = Buffer.from(start).includes("/ld-musl-") ? "-musl" : "";
	return `${process.platform}-${process.arch}${suffix}`;
}

/** Closed before it is started: a file that is open for writing cannot be. */
async function writeNew(path: string, content: Uint8Array): Promise<void> {
	const file = await open(path, "wx");
	try {
		await file.writeFile(content);
		await file.sync();
	} finally {
		await file.close();
	}
	await chmod(path, 0o755);
}

function textAt(value: unknown, ...path: readonly string[]): string | undefined {
	let current = value;
	for (const name of path) {
		if (typeof current !== "object" || current === null) return undefined;
		current = Object.getOwnPropertyDescriptor(current, name)?.value;
	}
	return typeof current === "string" ? current : undefined;
}
