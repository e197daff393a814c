import { existsSync } from "node:fs";
import { cp, lstat, mkdir, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import { executablePath } from "@oh-my-pi/pi-natives/executable-path";
import type { Lock } from "@oh-my-pi/pi-session/storage/lock";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { waitForLock } from "../../process/wait-for-lock.ts";
import { type JsonObject, readJsonObject, writeJson } from "../state/json-file.ts";
import { type PluginHome, pluginHome } from "../state/plugin-folders.ts";
import { isPackageName } from "../state/plugin-roots.ts";

/** Packages that extensions get from omp itself: whoever depends on them is given an empty one. */
const hostPackages = ["oh-my-pi", "mariozechner", "earendil-works"].flatMap((scope) =>
	["coding-agent", "agent-core", "agent", "ai", "tui", "utils", "natives", "mom", "pods", "web-ui", "stats"].map(
		(name) => `@${scope}/pi-${name}`,
	),
);
const versionRange = /^[\w.^~*<>=|+ -]*$/;
const emptyPackage = "host-package";
/** A package of the host that we do not know must not be fetched, either. */
const bunfig = `[install]
linker = "hoisted"

[install.scopes]
"@oh-my-pi" = "http://127.0.0.1:9/"
"@mariozechner" = "http://127.0.0.1:9/"
"@earendil-works" = "http://127.0.0.1:9/"
`;

/** A copy of the packages of a plugin folder: changed at will, then put in place as a whole, or thrown away. */
export class PackageFolder implements AsyncDisposable {
	readonly #home: PluginHome;
	readonly #copy: PluginHome;
	readonly #host: Pick<Host, "env">;
	readonly #lock: Lock | undefined;

	private constructor(home: PluginHome, copy: PluginHome, host: Pick<Host, "env">, lock: Lock | undefined) {
		this.#home = home;
		this.#copy = copy;
		this.#host = host;
		this.#lock = lock;
	}

	/** One at a time, also of several processes. */
	static async open(home: PluginHome, host: Pick<Host, "env" | "newId" | "now">): Promise<PackageFolder> {
		await mkdir(home.root, { recursive: true });
		const lock = await waitForLock(home.packageFile, host.now);
		const copy = pluginHome(home.scope, join(home.root, `.staging-${host.newId()}`));
		await mkdir(copy.root, { recursive: true });
		const folder = new PackageFolder(home, copy, host, lock);
		try {
			await folder.#fill();
			return folder;
		} catch (error) {
			await folder[Symbol.asyncDispose]();
			throw error;
		}
	}

	async #fill(): Promise<void> {
		const [home, copy] = [this.#home, this.#copy];
		await recover(home, copy);
		const manifest = readJsonObject(home.packageFile) ?? {};
		await writeJson(copy.packageFile, packageManifest(manifest));
		await copyIfThere(join(home.root, "bun.lock"), join(copy.root, "bun.lock"));
		await copyIfThere(home.modules, copy.modules);
		await writeFile(join(copy.root, "bunfig.toml"), bunfig);
		await mkdir(join(copy.root, emptyPackage));
		await writeJson(join(copy.root, emptyPackage, "package.json"), { name: emptyPackage, version: "999.0.0" });
	}

	get modules(): string {
		return this.#copy.modules;
	}

	get dependencies(): Readonly<Record<string, unknown>> {
		const { dependencies } = readJsonObject(this.#copy.packageFile) ?? {};
		return isRecord(dependencies) ? dependencies : {};
	}

	/** Adds a package; gives its name. Scripts of packages run only if that is asked for. */
	async add(install: string, { allowScripts = false, force = false } = {}): Promise<string> {
		const before = this.dependencies;
		const flags = [...(allowScripts ? ["--trust"] : ["--ignore-scripts"]), ...(force ? ["--force"] : [])];
		await this.#bun(["add", install, "--omit=peer", "--no-progress", ...flags]);
		const after = this.dependencies;
		const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
		const name = changed[0] ?? Object.keys(after).find((known) => isFrom(known, String(after[known]), install));
		if (name === undefined || !isPackageName(name)) throw new Error(`${install} has no valid package name`);
		return name;
	}

	/** Adds packages by name and version. */
	async addAll(specs: readonly string[]): Promise<void> {
		await this.#bun(["add", ...specs, "--omit=peer", "--no-progress", "--ignore-scripts"]);
	}

	async remove(name: string): Promise<void> {
		await this.#bun(["remove", name, "--ignore-scripts", "--no-progress"]);
	}

	/** Puts the copy in place. */
	async commit(): Promise<void> {
		await mkdir(this.#copy.modules, { recursive: true });
		await keepLinks(this.#home.modules, this.#copy.modules);
		const old = `${this.#copy.root}-old`;
		await mkdir(old);
		for (const name of ["node_modules", "package.json", "bun.lock", "bunfig.toml", emptyPackage]) {
			await rename(join(this.#home.root, name), join(old, name)).catch(ignoreMissing);
			await rename(join(this.#copy.root, name), join(this.#home.root, name)).catch(ignoreMissing);
		}
		await rm(old, { recursive: true, force: true });
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await rm(this.#copy.root, { recursive: true, force: true });
		this.#lock?.release();
	}

	/** omp's own executable is Bun. */
	async #bun(args: readonly string[]): Promise<void> {
		const child = Bun.spawn([executablePath(), ...args], {
			cwd: this.#copy.root,
			// A package manager asks nobody and needs no keys of providers; git must not ask for a password.
			env: { ...this.#host.env, BUN_BE_BUN: "1", GIT_TERMINAL_PROMPT: "0" },
			stdin: "ignore",
			stdout: "pipe",
			stderr: "pipe",
		});
		const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), child.exited]);
		if (exitCode === 0) return;
		const problem = `${stderr}\n${stdout}`.split("\n").filter((line) => /error|warn/i.test(line));
		throw new Error(`bun ${args[0]} ${args[1]} failed: ${problem.join("\n") || stderr.trim() || `exit ${exitCode}`}`);
	}
}

/** After a crash: what was moved away is moved back, and copies are removed. */
async function recover(home: PluginHome, copy: PluginHome): Promise<void> {
	const left = (await readdir(home.root)).filter(
		(name) => name.startsWith(".staging-") && name !== basename(copy.root),
	);
	for (const folder of left.filter((name) => name.endsWith("-old"))) {
		for (const name of await readdir(join(home.root, folder))) {
			if (existsSync(join(home.root, name))) continue;
			await rename(join(home.root, folder, name), join(home.root, name));
		}
	}
	for (const folder of left) await rm(join(home.root, folder), { recursive: true, force: true });
}

function packageManifest(before: JsonObject): JsonObject {
	return {
		...before,
		name: "omp-plugins",
		private: true,
		dependencies: isRecord(before.dependencies) ? before.dependencies : {},
		overrides: Object.fromEntries(hostPackages.map((name) => [name, `file:./${emptyPackage}`])),
	};
}

function isFrom(name: string, value: string, install: string): boolean {
	return value === install || install === name || install.startsWith(`${name}@`) || value.endsWith(install);
}

/** Links of linked plugins and those of marketplaces are no packages of Bun. */
async function keepLinks(from: string, to: string, scope = ""): Promise<void> {
	for (const name of await readdir(join(from, scope)).catch(() => [])) {
		const path = join(scope, name);
		const stats = await lstat(join(from, path));
		if (stats.isSymbolicLink()) {
			const isThere = await lstat(join(to, path)).catch(() => undefined);
			if (isThere) continue;
			await mkdir(join(to, scope), { recursive: true });
			await cp(join(from, path), join(to, path), { verbatimSymlinks: true });
		} else if (scope === "" && name.startsWith("@") && stats.isDirectory()) await keepLinks(from, to, name);
	}
}

async function copyIfThere(from: string, to: string): Promise<void> {
	await cp(from, to, { recursive: true, verbatimSymlinks: true }).catch(ignoreMissing);
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
	if (error.code !== "ENOENT") throw error;
}

/** Installs the dependencies of a package that is in a folder, into that folder. */
export async function installDependencies(folder: string, host: Pick<Host, "env" | "newId" | "now">): Promise<void> {
	const { dependencies } = readJsonObject(join(folder, "package.json")) ?? {};
	const needed = Object.entries(isRecord(dependencies) ? dependencies : {}).filter(
		([name]) => !hostPackages.includes(name),
	);
	if (needed.length === 0 || existsSync(join(folder, "node_modules"))) return;
	const specs = needed.map(([name, version]) => {
		if (isPackageName(name) && typeof version === "string" && versionRange.test(version)) return `${name}@${version}`;
		throw new Error(`The dependency ${name} (${JSON.stringify(version)}) is not a version of an npm package`);
	});
	const home = pluginHome("user", `${folder}-packages`);
	try {
		await using packages = await PackageFolder.open(home, host);
		await packages.addAll(specs);
		await packages.commit();
		await rename(home.modules, join(folder, "node_modules"));
	} finally {
		await rm(home.root, { recursive: true, force: true });
	}
}

/** A link in `node_modules` to a plugin that is kept elsewhere. */
export async function linkPackage(home: PluginHome, name: string, target: string): Promise<void> {
	const path = join(home.modules, name);
	await mkdir(join(path, ".."), { recursive: true });
	await rm(path, { recursive: true, force: true });
	await symlink(target, path);
}
