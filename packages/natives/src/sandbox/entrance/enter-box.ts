import { mkdirSync, readFileSync } from "node:fs";
import { parsePolicy } from "../boxed-command.ts";
import { type Entry, ProgramError } from "../entry.ts";
import { enterLinux } from "../linux/enter-linux.ts";
import { enterSeatbelt } from "../seatbelt/enter-seatbelt.ts";

/** Runs the command of `boxedCommand` in its box, in place of this process. It is never run outside. */
export function enterBox([policyFile = "", ...command]: readonly string[]): never {
	try {
		const policy = parsePolicy(readFileSync(policyFile, "utf8"));
		mkdirSync(policy.temporaryFolder, { recursive: true, mode: 0o700 });
		return enter({ policy, command, cwd: process.cwd(), env: ownEnvironment(), owner: process.ppid });
	} catch (error) {
		process.stderr.write(`omp sandbox: ${error instanceof Error ? error.message : error}\n`);
		process.exit(error instanceof ProgramError ? notFound : setupFailed);
	}
}

const setupFailed = 125;
/** As shells say it. */
const notFound = 127;

function enter(entry: Entry): never {
	if (process.platform === "linux") return enterLinux(entry);
	if (process.platform === "darwin") return enterSeatbelt(entry);
	throw new Error(`There is no box on ${process.platform}`);
}

/** As it was given to this process; Bun may have added to `process.env`. */
function ownEnvironment(): string[] {
	if (process.platform !== "linux") return Object.entries(process.env).map(([name, value]) => `${name}=${value}`);
	return readFileSync("/proc/self/environ", "utf8")
		.split("\0")
		.filter((line) => line !== "");
}
