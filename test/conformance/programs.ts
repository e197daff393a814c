import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { requiresThat } from "@oh-my-pi/pi-testkit/requires";
import { type CommandResult, runCommand } from "@oh-my-pi/pi-testkit/run-command";

const folder = resolve(import.meta.dir, "node_modules");
/** As in `.ci/run`. */
const install = "npm ci --prefix test/conformance --ignore-scripts --no-audit --no-fund";

/** Node 22: the programs below do not run on older ones. */
const node = join(folder, ".bin/node");
const suite = join(folder, "@modelcontextprotocol/conformance/dist/index.js");
const inspectorLauncher = join(folder, "@modelcontextprotocol/inspector/clients/launcher/build/index.js");

/** Defines a test that needs the programs of this folder. */
export const withPrograms: ReturnType<typeof requiresThat> = requiresThat(existsSync(node), install);

interface RunOptions {
	readonly cwd: string;
	readonly env: Record<string, string>;
}

/** The official conformance suite. */
export function conformance(args: readonly string[], options: RunOptions): Promise<CommandResult> {
	return runCommand([node, suite, ...args], options);
}

/** The official inspector at the command line. */
export function inspector(args: readonly string[], { cwd, env }: RunOptions): Promise<CommandResult> {
	return runCommand([node, inspectorLauncher, "--cli", ...args], { cwd, env });
}

export interface Check {
	readonly id: string;
	readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "INFO" | "SKIPPED";
	readonly description: string;
	readonly errorMessage?: string;
}

/** What the suite found wrong, and how many checks passed. */
export interface Verdict {
	readonly complaints: readonly string[];
	readonly passed: number;
}

/** Reads the checks that `--output-dir` left. The suite also passes a scenario in which nothing was checked. */
export async function verdict(outputDir: string): Promise<Verdict> {
	const [file] = await Array.fromAsync(new Bun.Glob("**/checks.json").scan({ cwd: outputDir }));
	if (file === undefined) return { complaints: ["the suite wrote no checks"], passed: 0 };
	const checks: readonly Check[] = await Bun.file(join(outputDir, file)).json();
	const complaints = checks
		.filter(({ status }) => status === "FAILURE" || status === "WARNING")
		.map(({ id, description, errorMessage }) => `${id}: ${errorMessage ?? description}`);
	return { complaints, passed: checks.filter(({ status }) => status === "SUCCESS").length };
}

/** The scenarios that the suite has, as `list --client` or `list --server` names them. */
export async function listScenarios(side: "client" | "server", options: RunOptions): Promise<string[]> {
	const { stdout } = await conformance(["list", `--${side}`], options);
	return [...stdout.matchAll(/^ {2}- (\S+)/gm)].map(([, name = ""]) => name).sort();
}
