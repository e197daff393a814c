import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { homedir } from "node:os";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { once } from "@oh-my-pi/pi-utils/once";
import { authorityTrust } from "./authorities.ts";
import type { HostPackages, PackageHost } from "./host-packages.ts";

/** The host of a process that is omp and nothing else: keys, once they are known, leave its environment. */
export function ownProcessHost(): Host {
	const host = processHost();
	const trustAuthorities = authorityTrust({ ...host.env });
	return { ...host, env: { ...host.env }, forgetVariables, hideMemory, trustAuthorities };
}

async function hideMemory(): Promise<void> {
	const natives = await import("@oh-my-pi/pi-natives/process/hide-memory");
	natives.hideMemory();
}

/** The host of this process. */
export function processHost(): PackageHost {
	// A JSC option of the launcher; child processes must not inherit it.
	delete process.env.BUN_JSC_thresholdForFTLOptimizeAfterWarmUp;
	passCurrentEnv();
	return {
		cwd: process.cwd(),
		home: process.env.HOME || homedir(),
		env: process.env,
		now: Date.now,
		newId: () => Bun.randomUUIDv7(),
		...(ownPackages && { packages: ownPackages }),
	};
}

let ownPackages: HostPackages | undefined;

/** Said once by the entry of the program, as what extensions may import is above everything else. */
export function providePackages(packages: HostPackages): void {
	ownPackages = packages;
}

/** Without `env`, Bun.spawn uses the environment at startup, not the current `process.env`. */
const passCurrentEnv = once(() => {
	const withEnv = {
		apply: (spawn: typeof Bun.spawn, self: unknown, [command, options]: [unknown, object | undefined]) =>
			Reflect.apply(spawn, self, [command, { env: process.env, ...options }]),
	};
	Bun.spawn = new Proxy(Bun.spawn, withEnv);
});

/**
 * Removes variables from the environment of this process, so that neither a child nor `/proc/<pid>/environ` has them. The
 * block that Linux shows there is the one the process was started with; it lies in our own memory and is overwritten.
 */
function forgetVariables(names: readonly string[]): void {
	const present = names.filter((name) => process.env[name] !== undefined);
	for (const name of present) delete process.env[name];
	if (present.length === 0 || process.platform !== "linux") return;
	try {
		overwriteValues(new Set(present));
	} catch {
		// Without /proc, or where it is locked, nobody else can read it there either.
	}
}

function overwriteValues(names: ReadonlySet<string>): void {
	const stat = readFileSync("/proc/self/stat", "latin1");
	// The name of the program, in parentheses, may have blanks; field 3 follows it.
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	const start = Number(fields[envStartField - 3]);
	if (!Number.isSafeInteger(start) || start <= 0) return;
	const block = readFileSync("/proc/self/environ");
	const memory = openSync("/proc/self/mem", "r+");
	try {
		for (let at = 0; at < block.length; ) {
			const end = block.indexOf(0, at) === -1 ? block.length : block.indexOf(0, at);
			const sign = block.indexOf("=", at);
			if (sign !== -1 && sign < end && names.has(block.toString("latin1", at, sign))) {
				const length = end - sign - 1;
				writeSync(memory, Buffer.alloc(length), 0, length, start + sign + 1);
			}
			at = end + 1;
		}
	} finally {
		closeSync(memory);
	}
}

/** See proc(5). */
const envStartField = 50;
