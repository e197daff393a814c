import type { HostPackages, PackageSession, Packages } from "../../../process/host-packages.ts";
import type { SourceFile } from "./module-graph.ts";

type Load = () => Promise<object>;

const scopes = ["@oh-my-pi", "@mariozechner", "@earendil-works"];
const registered = new Set<string>();

/** Our packages by every name under which a package in `node_modules` may import them. */
export function hostSpecifiers(packages: Packages): Readonly<Record<string, Load>> {
	const exposed = Object.entries(packages).filter(([name]) => name.startsWith("pi-"));
	return Object.fromEntries(exposed.flatMap(([name, load]) => scopes.map((scope) => [`${scope}/${name}`, load])));
}

/** Makes a module that can be imported by this name. */
export function registerModule(name: string, load: Load): void {
	if (registered.has(name)) return;
	registered.add(name);
	Bun.plugin({
		name,
		setup(build) {
			build.module(name, async () => ({ exports: { ...(await load()) }, loader: "object" }));
		},
	});
}

/**
 * The modules of omp that files import, by specifier. One name that omp lacks must not keep an extension from loading: it is there,
 * and says so when it is used.
 */
export async function hostModules(
	files: readonly SourceFile[],
	hostPackages: HostPackages,
	session: PackageSession,
): Promise<ReadonlyMap<string, string>> {
	const names = new Map<string, Set<string>>();
	const targets = new Map<string, string>();
	for (const file of files) {
		for (const [specifier, target] of file.imports) {
			if (target.kind !== "host") continue;
			targets.set(specifier, target.name);
			const known = names.get(specifier) ?? new Set();
			names.set(specifier, known);
			for (const name of importedNames(file.text, specifier)) known.add(name);
		}
	}
	const packages = hostPackages(session);
	const modules = new Map<string, string>();
	for (const [specifier, name] of targets) {
		// A part of a package that we do not have apart is in the package.
		const [whole = ""] = name.split("/", 1);
		const load = packages[name] ?? packages[whole];
		if (!load) throw new Error(`Cannot find ${specifier}: omp has no such package`);
		const wanted = names.get(specifier) ?? new Set();
		let exports = await load();
		const lacks = () => [...wanted].filter((one) => !(one in exports)).sort();
		if (lacks().length > 0) exports = { ...exports, ...(await packages[`${whole}/more`]?.()) };
		const missing = lacks();
		// Modules are registered for the whole process.
		const module = `omp-host:${session.id}:${[name, ...missing].join(",")}`;
		registerModule(module, async () => ({ ...standIns(missing, specifier), ...exports }));
		modules.set(specifier, module);
	}
	return modules;
}

function standIns(names: readonly string[], specifier: string): Readonly<Record<string, unknown>> {
	const standIn = (name: string) =>
		function missing() {
			throw new Error(`omp has no "${name}" of ${specifier}`);
		};
	return Object.fromEntries(names.map((name) => [name, standIn(name)]));
}

/** Names in braces after `import`; types among them do no harm. */
function importedNames(text: string, specifier: string): string[] {
	const quoted = specifier.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
	const imports = text.matchAll(
		new RegExp(`\\bimport\\s+(?!type\\b)[^;"'{]*\\{([^}]*)\\}\\s*from\\s*["']${quoted}["']`, "g"),
	);
	return [...imports].flatMap(([, list = ""]) =>
		list
			.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, "")
			.split(",")
			.map((part) => part.trim())
			.filter((part) => part !== "" && !part.startsWith("type "))
			.map((part) =>
				part
					.split(/\s+as\s+/, 1)
					.join("")
					.trim(),
			),
	);
}
