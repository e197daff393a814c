import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BoxNamespace, BoxPolicy, BoxSupport } from "../box-policy.ts";
import { boxedCommand, writePolicy } from "../boxed-command.ts";
import { landlockVersion } from "../linux/confine/landlock.ts";
import { openKernel } from "../linux/kernel/kernel.ts";

/** How a try of the entrance ended; `undefined` when it held. */
export type Probe = (namespaces: readonly BoxNamespace[]) => string | undefined;

/**
 * What this machine can hold, found by entering a box with less and less: some 20 ms where all is possible. Kernels allow namespaces
 * and refuse mounts in them, or containers cover `/proc`, so that only trying tells.
 */
export function detectBox(entrance: readonly string[], platform: NodeJS.Platform = process.platform): BoxSupport {
	if (platform === "darwin") return decideSeatbelt(existsSync("/usr/bin/sandbox-exec"));
	if (platform !== "linux") return noBox(`omp has no sandbox for ${platform === "win32" ? "Windows" : platform}.`);
	const folder = mkdtempSync(join(tmpdir(), "omp-box-"));
	try {
		return decideLinux((namespaces) => tryBox(entrance, folder, namespaces), findLandlock());
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** What a Linux can hold that ends tries like this. */
export function decideLinux(probe: Probe, landlock: number): BoxSupport {
	if (landlock < 1)
		return noBox("This kernel has no Landlock (Linux 5.13, and `landlock` among its security modules).");
	let reason: string | undefined;
	for (const possible of combinations) {
		const problem = probe(possible);
		if (problem === undefined) {
			const support = {
				landlock,
				seccomp: true,
				possible,
				namespaces: possible.length === 3,
				mechanism: "linux",
			} as const;
			return reason === undefined ? support : { ...support, reason };
		}
		reason ??= problem;
	}
	return noBox(reason ?? "No box could be entered.");
}

/** The strongest first. */
const combinations: readonly (readonly BoxNamespace[])[] = [
	["mounts", "processes", "network"],
	["mounts", "network"],
	["mounts", "processes"],
	["mounts"],
	[],
];

function decideSeatbelt(hasSandboxExec: boolean): BoxSupport {
	if (!hasSandboxExec) return noBox("This macOS has no /usr/bin/sandbox-exec.");
	return { landlock: 0, seccomp: false, possible: [], namespaces: false, mechanism: "seatbelt" };
}

function noBox(reason: string): BoxSupport {
	return { landlock: 0, seccomp: false, possible: [], namespaces: false, mechanism: "none", reason };
}

function findLandlock(): number {
	try {
		return landlockVersion(openKernel());
	} catch {
		// Neither x64 nor arm64, or no libc that is known.
		return 0;
	}
}

/** A machine that is busy takes a while; one that hangs must not keep omp from starting. */
const tryMs = 5000;

function tryBox(entrance: readonly string[], folder: string, namespaces: readonly BoxNamespace[]): string | undefined {
	const policy: BoxPolicy = {
		writable: [],
		readOnly: [],
		hidden: [],
		temporaryFolder: join(folder, "tmp"),
		visible: [],
		sockets: [],
		network: { kind: "off" },
		env: {},
		namespaces,
	};
	const command = boxedCommand(writePolicy(folder, policy), ["/bin/sh", "-c", ":"], entrance);
	const { success, stderr, exitCode } = Bun.spawnSync(command, {
		cwd: "/",
		stdin: "ignore",
		stdout: "ignore",
		stderr: "pipe",
		timeout: tryMs,
	});
	return success ? undefined : stderr.toString().trim() || `The entrance ended with code ${exitCode}.`;
}
