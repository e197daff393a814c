import { accessSync, constants, existsSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { executablePath } from "@oh-my-pi/pi-natives/executable-path";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { isExecutable } from "@oh-my-pi/pi-utils/process/is-executable";
import type { CliIo } from "../../../process/terminal/io.ts";
import { CliError, CommandUsageError } from "../../../process/usage-error.ts";
import { version as current } from "../../../process/version.ts";
import type { CliCommand } from "../../../startup/command-entry.ts";
import type { FlagDefinition } from "../../../startup/flags.data.ts";
import { parseArgs } from "../../../startup/parse-args.ts";
import { findInstallation, type Installation, installCommand, newestCommand, packageName } from "./installation.ts";
import {
	findPublished,
	type PublishedExecutable,
	platformId,
	readVersion,
	replaceExecutable,
} from "./replace-executable.ts";

export const flags = [
	{ name: "check", alias: "c", kind: "boolean", help: "Only say whether there is a newer version" },
	{ name: "yes", alias: "y", kind: "boolean", help: "Install without asking" },
	{ name: "force", alias: "f", kind: "boolean", help: "Install although this is the newest version" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

const usage = `USAGE
  omp update [--check] [--yes] [--force]

  Says how omp was installed and which version is the newest, and installs it in the same way: with npm or bun, or by replacing
  the executable after checking the new one. Asks first.
`;

/** Updates omp the way it was installed. */
export const update: CliCommand = async (argv, host, io) => {
	const args = parseArgs(argv, flags);
	if (args.flags.has("help")) {
		await io.stdout.write(usage);
		return 0;
	}
	if (args.messages.length > 0) throw new CommandUsageError("update", "Expected no arguments", usage);
	const executable = realpathSync(executablePath());
	const installation: Installation = isExecutable
		? findInstallation(executable, existsSync)
		: { kind: "checkout", folder: resolve(import.meta.dir, "../../../../../..") };
	const way = await wayToUpdate(installation, executable, host);
	await io.stdout.write(`omp ${current}, ${way.installed}\n`);
	if ("explanation" in way) {
		await io.stdout.write(`${way.explanation}\n`);
		return 0;
	}
	const newest = await way.newest();
	await io.stdout.write(`Newest version: ${newest}\n`);
	const isNewer = Bun.semver.order(newest, current) > 0;
	if (!isNewer && !args.flags.has("force")) {
		await io.stdout.write("omp is up to date.\n");
		return 0;
	}
	if (args.flags.has("check")) return 0;
	if (!args.flags.has("yes") && !(await isWanted(`${way.action(newest)}\nInstall omp ${newest} now?`, io))) return 1;
	await way.install(newest);
	const now = await readVersion(executable);
	if (now !== newest) throw new CliError(`omp ${newest} was installed, but ${executable} is ${now ?? "gone"}.`);
	await io.stdout.write(`Updated omp from ${current} to ${newest}. Running sessions keep the old version.\n`);
	return 0;
};

/** How an installation can be updated, or why the user must do it. */
type Way = { readonly installed: string } & (
	| { readonly explanation: string }
	| {
			newest(): Promise<string>;
			/** What `install` will do, for the question. */
			action(version: string): string;
			install(version: string): Promise<void>;
	  }
);

async function wayToUpdate(installation: Installation, executable: string, host: Host): Promise<Way> {
	switch (installation.kind) {
		case "checkout":
			return {
				installed: `from the checkout ${installation.folder}`,
				explanation: `Update it with git: git -C ${installation.folder} pull. The next start builds it.`,
			};
		case "npx":
			return {
				installed: "from the cache of npx",
				explanation: `Start the newest version with: npx ${packageName}@latest`,
			};
		case "package":
			return packageWay(installation, host);
		case "executable":
			return executableWay(executable, host);
	}
}

function packageWay({ manager, isGlobal, folder }: Extract<Installation, { kind: "package" }>, host: Host): Way {
	const installed = `installed with ${manager} ${isGlobal ? "for all projects" : "for one project"} in ${folder}`;
	const command = (version: string) => installCommand(manager, isGlobal, folder, version);
	const inWords = (version: string) => `${isGlobal ? "" : `cd ${folder} && `}${command(version).join(" ")}`;
	const isMissing = Bun.which(manager, { PATH: host.env.PATH ?? "" }) === null;
	if ((manager !== "npm" && manager !== "bun") || isMissing) {
		const reason = isMissing ? `${manager} is not on the PATH. ` : "";
		return { installed, explanation: `${reason}Update it with: ${inWords("latest")}` };
	}
	if (process.platform === "win32") {
		return {
			installed,
			explanation: `Windows does not replace a running program. Exit omp and run: ${inWords("latest")}`,
		};
	}
	return {
		installed,
		async newest() {
			const output = await run(newestCommand(manager), folder, host);
			return output.trim().replaceAll('"', "");
		},
		action: inWords,
		async install(version) {
			await run(command(version), folder, host);
		},
	};
}

async function executableWay(executable: string, host: Host): Promise<Way> {
	const installed = `the executable ${executable}`;
	const registry = host.env.NPM_CONFIG_REGISTRY ?? host.env.npm_config_registry ?? "https://registry.npmjs.org";
	const platform = await platformId(executable);
	if (process.platform === "win32" || !isWritable(dirname(executable))) {
		const reason =
			process.platform === "win32" ? "Windows does not replace a running program" : "You may not replace it";
		return { installed, explanation: `${reason}. The newest one is in the npm package ${packageName}-${platform}.` };
	}
	// What the question was about is what is installed.
	let published: PublishedExecutable | undefined;
	const find = async () => (published ??= await findPublished(registry, platform));
	return {
		installed,
		newest: async () => (await find()).version,
		action: () => `Downloads ${packageName}-${platform} from ${registry} and replaces ${executable}.`,
		install: async () => replaceExecutable(executable, await find()),
	};
}

function isWritable(folder: string): boolean {
	try {
		accessSync(folder, constants.W_OK);
		return true;
	} catch {
		return false;
	}
}

/**
 * Runs a package manager where omp is installed: the settings of the project omp was started in (`.npmrc`) must not choose the
 * registry.
 */
async function run(command: readonly string[], cwd: string, host: Host): Promise<string> {
	const child = Bun.spawn([...command], { cwd, env: host.env, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
	const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), child.exited]);
	if (exitCode !== 0) {
		throw new CliError(`${command.join(" ")} failed:\n${lastLines(stderr || stdout)}\nRun it yourself to see more.`);
	}
	return stdout;
}

function lastLines(output: string): string {
	return output.trim().split("\n").slice(-15).join("\n");
}

async function isWanted(question: string, io: CliIo): Promise<boolean> {
	if (!io.ask) {
		await io.stderr.write("Not installed: there is no terminal to ask at. Add --yes to install it.\n");
		return false;
	}
	const answer = (await io.ask(`${question} [Y/n] `)).trim().toLowerCase();
	return answer === "" || answer === "y" || answer === "yes";
}
