import { expect, test } from "bun:test";
import { findInstallation, installCommand } from "./installation.ts";

const inPackage = "node_modules/@oh-my-pi/pi-coding-agent/bin/omp";
const inPlatform = "node_modules/@oh-my-pi/pi-coding-agent-linux-x64/bin/omp";

/** A package manager's folder, with the files beside `node_modules`. */
const installed = (manager: string, isGlobal: boolean, folder: string) => ({
	kind: "package",
	manager,
	isGlobal,
	folder,
});

// biome-ignore format: a table
const cases: ReadonlyArray<readonly [title: string, path: string, files: readonly string[], found: object]> = [
	["a checkout", "/src/omp/dist/omp", ["/src/omp/packages/coding-agent/package.json"], { kind: "checkout", folder: "/src/omp" }],
	["a file in some dist folder", "/opt/dist/omp", [], { kind: "executable" }],
	["a copied file", "/usr/local/bin/omp", [], { kind: "executable" }],
	["npm -g", `/usr/lib/${inPackage}`, [], installed("npm", true, "/usr")],
	["npm -g, platform's package beside", `/usr/lib/${inPlatform}`, [], installed("npm", true, "/usr")],
	["npm -g, platform's package inside", `/usr/lib/node_modules/@oh-my-pi/pi-coding-agent/${inPlatform}`, [], installed("npm", true, "/usr")],
	["npm -g on Windows", "C:\\Users\\u\\npm\\node_modules\\@oh-my-pi\\pi-coding-agent-win32-x64\\bin\\omp.exe", [], installed("npm", true, "C:/Users/u/npm")],
	["npm in a project", `/work/app/${inPackage}`, ["/work/app/package.json"], installed("npm", false, "/work/app")],
	["npx", `/home/u/.npm/_npx/0a1b/${inPackage}`, ["/home/u/.npm/_npx/0a1b/package.json"], { kind: "npx" }],
	["bun -g", `/home/u/.bun/install/global/${inPlatform}`, ["/home/u/.bun/install/global/package.json", "/home/u/.bun/install/global/bun.lock"], installed("bun", true, "/home/u/.bun/install/global")],
	["bun in a project", `/work/app/${inPackage}`, ["/work/app/package.json", "/work/app/bun.lock"], installed("bun", false, "/work/app")],
	["pnpm -g", "/home/u/pnpm/global/5/node_modules/.pnpm/@oh-my-pi+pi-coding-agent@1.0.0/node_modules/@oh-my-pi/pi-coding-agent/bin/omp", [], installed("pnpm", true, "/home/u/pnpm/global/5")],
	["pnpm -g with its store beside the links", "/home/u/pnpm/global/5/.pnpm/@oh-my-pi+pi-coding-agent@1.0.0/node_modules/@oh-my-pi/pi-coding-agent/bin/omp", [], installed("pnpm", true, "/home/u/pnpm/global/5")],
	["pnpm -g with the shared store", "/home/u/.local/share/pnpm/store/v11/links/@oh-my-pi/pi-coding-agent/1.0.0/0a1b2c/node_modules/@oh-my-pi/pi-coding-agent/bin/omp", [], installed("pnpm", true, "/home/u/.local/share/pnpm")],
	["pnpm -g with the shared store, the platform's package", "/home/u/.local/share/pnpm/store/v10/links/@oh-my-pi/pi-coding-agent-linux-x64/1.0.0/0a1b2c/node_modules/@oh-my-pi/pi-coding-agent-linux-x64/bin/omp", [], installed("pnpm", true, "/home/u/.local/share/pnpm")],
	["bun -g without a lock file", `/home/u/.bun/install/global/${inPlatform}`, ["/home/u/.bun/install/global/package.json"], installed("bun", true, "/home/u/.bun/install/global")],
	["yarn -g", `/home/u/.config/yarn/global/${inPackage}`, ["/home/u/.config/yarn/global/package.json"], installed("yarn", true, "/home/u/.config/yarn/global")],
	["yarn -g on Windows", "C:\\Users\\u\\AppData\\Local\\Yarn\\Data\\global\\node_modules\\@oh-my-pi\\pi-coding-agent\\bin\\omp.exe", [], installed("yarn", true, "C:/Users/u/AppData/Local/Yarn/Data/global")],
	["yarn in a project", `/work/app/${inPackage}`, ["/work/app/package.json", "/work/app/yarn.lock"], installed("yarn", false, "/work/app")],
];

for (const [title, path, files, found] of cases) {
	test(`installation: recognizes ${title}`, () => {
		const exists = (name: string) => files.includes(name);
		expect<object>(findInstallation(path, exists)).toEqual(found);
	});
}

test("installation: is updated by the manager that made it, in the same place", () => {
	const name = "@oh-my-pi/pi-coding-agent@2.0.0";
	expect(installCommand("npm", true, "/opt/p", "2.0.0")).toEqual([
		"npm",
		"install",
		"--global",
		"--prefix",
		"/opt/p",
		name,
	]);
	expect(installCommand("npm", false, "/work", "2.0.0")).toEqual(["npm", "install", name]);
	expect(installCommand("bun", true, "/b", "2.0.0")).toEqual(["bun", "add", "--global", "--trust", name]);
	expect(installCommand("pnpm", true, "/p", "2.0.0")).toEqual(["pnpm", "add", "--global", name]);
	expect(installCommand("yarn", true, "/y", "2.0.0")).toEqual(["yarn", "global", "add", name]);
});
