import { posix } from "node:path";

/** The npm package users install. `<name>-<platform>` have the executables. */
export const packageName = "@oh-my-pi/pi-coding-agent";

export type PackageManager = "npm" | "bun" | "pnpm" | "yarn";

/** How this omp was installed. */
export type Installation =
	| { readonly kind: "checkout"; readonly folder: string }
	/** `folder` is a project, or where the manager keeps what is installed for all projects. */
	| {
			readonly kind: "package";
			readonly manager: PackageManager;
			readonly isGlobal: boolean;
			readonly folder: string;
	  }
	| { readonly kind: "npx" }
	/** A file of its own. */
	| { readonly kind: "executable" };

/** Tells from the place of the executable. Backslashes in `path` are those of Windows. */
export function findInstallation(path: string, exists: (path: string) => boolean): Installation {
	const executable = path.replaceAll("\\", "/");
	const root = posix.dirname(posix.dirname(executable));
	if (executable.endsWith("/dist/omp") && exists(`${root}/packages/coding-agent/package.json`)) {
		return { kind: "checkout", folder: root };
	}
	// A store that all projects share does not say whose it is; a project on its own rarely uses one.
	const shared = /^(.*)\/store\/v\d+\/links\/@oh-my-pi\/pi-coding-agent/.exec(executable)?.[1];
	if (shared !== undefined) return { kind: "package", manager: "pnpm", isGlobal: true, folder: shared };
	// The first node_modules: a platform's package may be inside the main one.
	const base =
		/^(.*?)(?:\/\.pnpm\/[^/]+)?\/node_modules\/(?:\.pnpm\/[^/]+\/node_modules\/)?@oh-my-pi\/pi-coding-agent[\w-]*\//.exec(
			executable,
		)?.[1];
	if (base === undefined) return { kind: "executable" };
	if (/\/_npx\/[^/]+$/.test(base)) return { kind: "npx" };
	const manager = detectManager(base, executable, exists);
	if (manager === "npm" && !exists(`${base}/package.json`)) {
		// `<prefix>/lib/node_modules`, on Windows `<prefix>/node_modules`.
		return { kind: "package", manager, isGlobal: true, folder: base.replace(/\/lib$/, "") };
	}
	const isGlobal = bunGlobal.test(base) || pnpmGlobal.test(base) || yarnGlobal.test(base);
	return { kind: "package", manager, isGlobal, folder: base };
}

const bunGlobal = /\/install\/global$/i;
const pnpmGlobal = /\/pnpm\/global\/[^/]+$/i;
const yarnGlobal = /\/yarn\/(?:data\/)?global$/i;

function detectManager(base: string, executable: string, exists: (path: string) => boolean): PackageManager {
	if (pnpmGlobal.test(base) || executable.includes("/.pnpm/") || exists(`${base}/pnpm-lock.yaml`)) return "pnpm";
	if (bunGlobal.test(base) || exists(`${base}/bun.lock`) || exists(`${base}/bun.lockb`)) return "bun";
	if (yarnGlobal.test(base) || exists(`${base}/yarn.lock`)) return "yarn";
	return "npm";
}

/** The command that installs a version in the same way. */
export function installCommand(manager: PackageManager, isGlobal: boolean, folder: string, version: string): string[] {
	const target = `${packageName}@${version}`;
	switch (manager) {
		case "npm":
			return isGlobal ? ["npm", "install", "--global", "--prefix", folder, target] : ["npm", "install", target];
		case "bun":
			// Without trust, Bun does not run the install script, and omp starts through Node.
			return ["bun", "add", ...(isGlobal ? ["--global"] : []), "--trust", target];
		case "pnpm":
			return ["pnpm", "add", ...(isGlobal ? ["--global"] : []), target];
		case "yarn":
			return ["yarn", ...(isGlobal ? ["global"] : []), "add", target];
	}
}

/** The command that prints the newest version, as JSON or plain. */
export function newestCommand(manager: "npm" | "bun"): string[] {
	return manager === "npm"
		? ["npm", "view", `${packageName}@latest`, "version"]
		: ["bun", "pm", "view", `${packageName}@latest`, "version"];
}
