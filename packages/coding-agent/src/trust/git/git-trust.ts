import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { GitEnv } from "@oh-my-pi/pi-natives/git/git-command";
import type { TrustGate } from "../trust-gate.ts";
import { type GitClaims, gitClaims } from "./git-claims.ts";

/** Shows the gate what git would run here. */
export async function surveyGit(gate: TrustGate, env: GitEnv): Promise<void> {
	await untrustedIn(gate, env);
}

/** The repository's own configuration runs programs, and the user did not agree to that. Hooks are left out: omp runs none. */
export async function isGitUntrusted(gate: TrustGate, env: GitEnv): Promise<boolean> {
	return (await untrustedIn(gate, env)).config;
}

/** The same, and nobody is told when it is untrusted: for what is only good to know. */
export async function mayReadGit(gate: TrustGate, env: GitEnv): Promise<boolean> {
	const { config } = await loadClaims(gate, env);
	return !config || gate.trusts(config);
}

/** Like `isGitUntrusted`, with hooks: for commands that run git as the user would. */
export async function isGitCommandUntrusted(gate: TrustGate, env: GitEnv): Promise<boolean> {
	const { config, hooks } = await untrustedIn(gate, env);
	return config || hooks;
}

async function untrustedIn(gate: TrustGate, env: GitEnv): Promise<{ config: boolean; hooks: boolean }> {
	const { config, hooks } = await loadClaims(gate, env);
	// Both are shown to the gate.
	const [isConfigAdmitted, areHooksAdmitted] = [config, hooks].map((claim) => !claim || gate.admits(claim));
	return { config: !isConfigAdmitted, hooks: !areHooksAdmitted };
}

interface Known {
	readonly claims: GitClaims;
	/** What was there before git was asked; `undefined` while it was not known what to look at. */
	readonly state: string | undefined;
}

/** By the gate of a folder: git is asked again only when a file that its answer depends on changed. */
const known = new WeakMap<TrustGate, Known>();

async function loadClaims(gate: TrustGate, env: GitEnv): Promise<GitClaims> {
	const before = known.get(gate);
	const state = before && fingerprint(gate.cwd, before.claims);
	// A claim may name files further away.
	if (before && state === before.state && !before.claims.config && !before.claims.hooks) return before.claims;
	const claims = await gitClaims(gate.cwd, env, gate.project);
	const isSame = before !== undefined && Bun.deepEquals(before.claims.sources, claims.sources);
	known.set(gate, { claims, state: isSame ? state : undefined });
	return claims;
}

/** Changes with every change of what decides git's answer: which repository is found, its configuration, index and hooks. */
function fingerprint(cwd: string, { sources }: GitClaims): string {
	const places = [...sources];
	for (let at = cwd; ; at = dirname(at)) {
		places.push(join(at, ".git"), join(at, "HEAD"));
		if (dirname(at) === at) break;
	}
	return places.map(statMarks).join("\n");
}

/** The time of a change to a file's data or name cannot be set by a program. */
function statMarks(path: string): string {
	try {
		const { ino, size, mode, ctimeNs } = statSync(path, { bigint: true });
		return `${ino} ${size} ${mode} ${ctimeNs}`;
	} catch {
		return "-";
	}
}
