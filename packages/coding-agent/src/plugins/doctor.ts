import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { PackageFolder } from "./install/package-folder.ts";
import { type JsonObject, readJsonObject } from "./state/json-file.ts";
import type { PluginHome } from "./state/plugin-folders.ts";
import { changePluginLock, type LockedPlugin, readPluginLock, withoutPlugin, withPlugin } from "./state/plugin-lock.ts";
import { modulesAt, type PluginManifest, readPluginPackage, resolveInside } from "./state/plugin-manifest.ts";

export interface PluginCheck {
	/** `plugins_directory`, `package_manifest`, `node_modules` or `plugin:<name>` */
	readonly name: string;
	readonly status: "ok" | "warning" | "error";
	readonly message: string;
	/** It was repaired. */
	readonly fixed?: true;
}

interface Problem extends PluginCheck {
	/** Missing where it cannot be repaired. */
	readonly fix?: () => Promise<void>;
}

/** Checks installed packages, and repairs what can be repaired. */
export async function checkPlugins(
	home: PluginHome,
	host: Pick<Host, "env" | "newId" | "now">,
	{ fix = false } = {},
): Promise<readonly PluginCheck[]> {
	const found = await findProblems(home, host);
	const checks: PluginCheck[] = [];
	for (const { fix: repair, ...check } of found) {
		if (!fix || check.status === "ok" || !repair) checks.push(check);
		else {
			try {
				await repair();
				checks.push({ ...check, status: "ok", fixed: true });
			} catch (error) {
				checks.push({ ...check, message: `${check.message} (${errorMessage(error)})` });
			}
		}
	}
	return checks;
}

async function findProblems(home: PluginHome, host: Pick<Host, "env" | "newId" | "now">): Promise<readonly Problem[]> {
	if (!existsSync(home.root)) {
		return [{ name: "plugins_directory", status: "ok", message: `${home.root} does not exist: nothing is installed` }];
	}
	const directory: Problem = { name: "plugins_directory", status: "ok", message: home.root };
	let dependencies: JsonObject;
	try {
		const listed = readJsonObject(home.packageFile)?.dependencies;
		dependencies = isRecord(listed) ? listed : {};
	} catch (error) {
		return [directory, { name: "package_manifest", status: "error", message: errorMessage(error) }];
	}
	const names = Object.keys(dependencies);
	const missing = names.filter((name) => !existsSync(join(home.modules, name)));
	const reinstall = async () => {
		await using packages = await PackageFolder.open(home, host);
		for (const name of missing) await packages.add(installText(name, dependencies[name]));
		await packages.commit();
	};
	const modules: Problem =
		missing.length > 0 && !existsSync(home.modules)
			? { name: "node_modules", status: "error", message: "missing; packages are not installed", fix: reinstall }
			: { name: "node_modules", status: "ok", message: home.modules };
	let locked: Readonly<Record<string, LockedPlugin>>;
	try {
		locked = readPluginLock(home).plugins;
	} catch (error) {
		return [directory, { name: "lock_file", status: "error", message: errorMessage(error) }];
	}
	const all = [...new Set([...names, ...Object.keys(locked)])].toSorted();
	return [
		directory,
		{ name: "package_manifest", status: "ok", message: `${names.length} packages` },
		modules,
		...all.flatMap((name) =>
			checkPlugin(name, { home, host, entry: locked[name], isListed: names.includes(name), reinstall }),
		),
	];
}

function checkPlugin(
	name: string,
	facts: {
		readonly home: PluginHome;
		readonly host: Pick<Host, "now">;
		readonly entry: LockedPlugin | undefined;
		readonly isListed: boolean;
		readonly reinstall: () => Promise<void>;
	},
): readonly Problem[] {
	const { home, host, entry, isListed, reinstall } = facts;
	const folder = join(home.modules, name);
	const check = (status: Problem["status"], message: string, fix?: Problem["fix"]): Problem => ({
		name: `plugin:${name}`,
		status,
		message,
		...(fix && { fix }),
	});
	if (!existsSync(folder)) {
		if (isListed) return [check("error", "is listed and not installed", reinstall)];
		return [
			check("warning", "is in the lock file and not installed", async () => {
				await rm(folder, { force: true });
				await changePluginLock(home, host.now, (lock) => withoutPlugin(lock, name));
			}),
		];
	}
	try {
		const found = readPluginPackage(folder);
		if (!found?.manifest) return [check("warning", "has no omp or pi manifest and is ignored")];
		const gone = missingEntries(folder, found.manifest);
		const features = Object.keys(found.manifest.features);
		const unknown = (entry?.enabledFeatures ?? []).filter((feature) => !features.includes(feature));
		const problems = [
			...(gone.length > 0 ? [check("error", `its manifest names what is not there: ${gone.join(", ")}`)] : []),
			...(unknown.length > 0 && entry
				? [
						check("warning", `has no feature ${unknown.join(", ")}`, async () => {
							const enabledFeatures = (entry.enabledFeatures ?? []).filter((feature) => features.includes(feature));
							await changePluginLock(home, host.now, (lock) => withPlugin(lock, name, { ...entry, enabledFeatures }));
						}),
					]
				: []),
		];
		return problems.length > 0 ? problems : [check("ok", found.version)];
	} catch (error) {
		return [check("error", errorMessage(error))];
	}
}

function missingEntries(folder: string, manifest: PluginManifest): readonly string[] {
	const parts = [manifest, ...Object.values(manifest.features)];
	const extensions = parts.flatMap((part) => part.extensions);
	const others = parts.flatMap(({ tools, hooks, commands, skills, prompts }) =>
		[tools, hooks, commands, skills, prompts].flat(),
	);
	const isThere = (entry: string) => {
		const path = resolveInside(folder, entry);
		return entry.includes("*") || (path !== undefined && existsSync(path));
	};
	return [
		...extensions.filter((entry) => modulesAt(folder, entry).length === 0),
		...others.filter((entry) => !isThere(entry)),
	];
}

function installText(name: string, version: unknown): string {
	const text = typeof version === "string" ? version : "latest";
	return /^[\w^~.*<>=-]+$/.test(text) ? `${name}@${text}` : text;
}
