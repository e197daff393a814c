import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { ProfileError, resolveDirectories } from "../../process/directories.ts";
import { CliError, UsageError } from "../../process/usage-error.ts";
import { type FlagDefinition, launchFlags } from "../../startup/flags.data.ts";

const globalFlags = ["profile", "alias", "cwd"] as const;
type GlobalFlag = (typeof globalFlags)[number];

/** Extracts the flags of all commands, such as --cwd and --profile. */
export async function takeGlobalFlags(
	rawArgv: readonly string[],
	host: Host,
): Promise<{ argv: readonly string[]; host: Host; alias?: string; debug: boolean }> {
	const { argv, values, debug } = split(rawArgv);
	const { profile, alias } = values;
	const env = {
		...host.env,
		...(profile !== undefined && { OMP_PROFILE: profile }),
		...(debug && { PI_DEBUG: "1" }),
	};
	if (profile !== undefined) checkProfile({ ...host, env });
	const cwd = values.cwd === undefined ? host.cwd : await existingFolder(resolve(host.cwd, values.cwd));
	return { argv, host: { ...host, cwd, env }, debug, ...(alias !== undefined && { alias }) };
}

function split(rawArgv: readonly string[]): {
	argv: string[];
	values: Partial<Record<GlobalFlag, string>>;
	debug: boolean;
} {
	let debug = false;
	const definitions: readonly FlagDefinition[] = launchFlags;
	const argv: string[] = [];
	const values: Partial<Record<GlobalFlag, string>> = {};
	for (let index = 0; index < rawArgv.length; index++) {
		const token = rawArgv[index] ?? "";
		if (token === "--") {
			argv.push(...rawArgv.slice(index));
			break;
		}
		if (token === "--debug") {
			debug = true;
			continue;
		}
		const flag = globalFlags.find((name) => token === `--${name}` || token.startsWith(`--${name}=`));
		if (flag) {
			const value = token.includes("=") ? token.slice(token.indexOf("=") + 1) : rawArgv[++index];
			if (value === undefined) throw new UsageError(`--${flag} needs a value`);
			values[flag] = value;
			continue;
		}
		argv.push(token);
		const definition = definitions.find(({ name, alias }) => token === `--${name}` || token === `-${alias}`);
		const next = rawArgv[index + 1];
		// Skip values of other flags, which may look like ours.
		if ((definition?.kind === "string" || definition?.kind === "list") && next !== undefined) {
			argv.push(next);
			index++;
		}
	}
	return { argv, values, debug };
}

function checkProfile(host: Host): void {
	try {
		resolveDirectories(host);
	} catch (error) {
		if (error instanceof ProfileError) throw new UsageError(error.message);
		throw error;
	}
}

async function existingFolder(path: string): Promise<string> {
	const facts = await stat(path).catch(() => undefined);
	if (!facts?.isDirectory()) throw new CliError(`Directory not found: ${path}`);
	return path;
}
