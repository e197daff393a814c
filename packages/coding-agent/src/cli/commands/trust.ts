import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { features } from "../../features/features.ts";
import type { CliIo } from "../../process/terminal/io.ts";
import { CliError, UsageError } from "../../process/usage-error.ts";
import type { CliCommand } from "../../startup/command-entry.ts";
import type { FlagDefinition } from "../../startup/flags.data.ts";
import { parseArgs } from "../../startup/parse-args.ts";
import { prepareStart } from "../../startup/prepare-start.ts";
import { surveyProject } from "../../survey/survey-project.ts";
import { describeClaim, escapeLine } from "../../trust/describe.ts";
import { trustTitle } from "../../trust/kinds.ts";
import { lockFileText } from "../../trust/lock-file.ts";
import type { TrustGate, WaitingClaim } from "../../trust/trust-gate.ts";
import { Features } from "../../workbench/features.ts";

export const flags = [
	{ name: "json", kind: "boolean", help: "Print one JSON document" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

export const trustActions = ["list", "show", "allow", "revoke", "lock"] as const;

const usage = `USAGE
  omp trust [list]            What this project brings, and whether you trust it
  omp trust show [path…]      What it says, and what changed since you trusted it
  omp trust allow [path…]     Trust this version
  omp trust revoke [path…]    Trust it no more
  omp trust lock [file]       Write what you trust to a file (.omp/trust.lock), for omp --trust-lock in CI
`;

/** Shows and decides what of a project takes effect. */
export const trust: CliCommand = async (argv, host, io) => {
	const args = parseArgs(argv, flags);
	const [action = "list", ...paths] = args.messages;
	if (args.flags.has("help")) {
		await io.stdout.write(usage);
		return 0;
	}
	const gate = await surveyedGate(host);
	const { cwd } = host;
	switch (action) {
		case "list":
			await io.stdout.write(args.flags.has("json") ? formatJson(gate) : formatList(gate));
			return 0;
		case "show":
			await io.stdout.write(showClaims(chosen([...gate.waiting, ...gate.admitted], paths, cwd)));
			return 0;
		case "allow":
			return allow(gate, paths, cwd, io);
		case "revoke":
			return revoke(gate, paths, io);
		case "lock":
			return lock(gate, paths, cwd, io);
		default:
			throw new UsageError(`unknown action "${action}". Use one of: ${trustActions.join(", ")}`);
	}
};

async function surveyedGate(host: Host): Promise<TrustGate> {
	const prepared = await prepareStart(host, { configFiles: [], allowHome: true, noPty: false });
	const { agentDir, settings, gate } = prepared;
	await surveyProject({
		host: prepared.host,
		agentDir,
		settings,
		cwd: host.cwd,
		gate,
		features: new Features(features),
	});
	return gate;
}

async function allow(gate: TrustGate, paths: readonly string[], cwd: string, io: CliIo): Promise<number> {
	const claims = chosen(gate.waiting, paths, cwd);
	if (claims.length === 0) {
		await io.stdout.write("Nothing of this project waits for your trust.\n");
		return 0;
	}
	await gate.decide(claims, true);
	await io.stdout.write(`${claims.flatMap(describeClaim).join("\n")}\nTrusted: ${count(claims)}.\n`);
	return 0;
}

async function revoke(gate: TrustGate, paths: readonly string[], io: CliIo): Promise<number> {
	const known = Object.keys(gate.decisions);
	const ids = paths.length === 0 ? known : known.filter((id) => paths.some((path) => isNamed(id, path)));
	if (paths.length > 0 && ids.length === 0) throw new CliError(`Nothing is decided about ${paths.join(", ")}`);
	await gate.forget(ids);
	await io.stdout.write(`Forgot ${ids.length} decision${ids.length === 1 ? "" : "s"} about ${gate.project.root}.\n`);
	return 0;
}

async function lock(gate: TrustGate, paths: readonly string[], cwd: string, io: CliIo): Promise<number> {
	if (gate.waiting.length > 0) {
		const names = gate.waiting.map(({ id }) => visibleText(id)).join(", ");
		throw new CliError(`Not trusted yet: ${names}. Look at it with "omp trust show", then "omp trust allow".`);
	}
	const path = resolve(cwd, paths[0] ?? join(".omp", "trust.lock"));
	await writeFile(path, lockFileText(gate.admitted));
	await io.stdout.write(`Wrote ${path}: ${count(gate.admitted)}. Use it with: omp --trust-lock ${path}\n`);
	return 0;
}

/** All, or those of some files. */
function chosen(claims: readonly WaitingClaim[], paths: readonly string[], cwd: string): readonly WaitingClaim[] {
	if (paths.length === 0) return claims;
	return paths.flatMap((path) => {
		const found = claims.filter((claim) => isNamed(claim.id, path) || claim.path === resolve(cwd, path));
		if (found.length === 0)
			throw new CliError(`This project brings nothing to trust in ${path}. See "omp trust list".`);
		return found;
	});
}

function isNamed(id: string, path: string): boolean {
	return id === path || id.slice(id.indexOf(":") + 1) === path.replace(/^\.\//, "");
}

function formatList(gate: TrustGate): string {
	const claims = [...gate.waiting, ...gate.admitted];
	if (claims.length === 0) return "Nothing in this project needs trust.\n";
	const rows = claims.map((claim) => `${describeState(claim, gate).padEnd(12)}${visibleText(claim.id)}`);
	return `${rows.join("\n")}\n`;
}

function describeState(claim: WaitingClaim, gate: TrustGate): string {
	if (gate.admitted.includes(claim)) return "trusted";
	if (claim.isDeclined) return "declined";
	return claim.before?.trusted ? "changed" : "not trusted";
}

function formatJson(gate: TrustGate): string {
	const items = [...gate.waiting, ...gate.admitted].map((claim) => ({
		id: claim.id,
		kind: claim.kind,
		path: claim.path,
		state: describeState(claim, gate),
		hash: claim.hash,
		effects: claim.effects,
	}));
	return `${JSON.stringify({ project: gate.project.root, items }, undefined, 2)}\n`;
}

function showClaims(claims: readonly WaitingClaim[]): string {
	if (claims.length === 0) return "Nothing in this project needs trust.\n";
	return `${claims.map(showClaim).join("\n\n")}\n`;
}

function showClaim(claim: WaitingClaim): string {
	const content = claim.shown.split("\n").map((line) => `  | ${visibleText(line)}`);
	const changed = claim.before ? describeClaim(claim).slice(1) : [];
	return [
		`${trustTitle(claim)}: ${escapeLine(claim.path)}`,
		...claim.effects.map((effect) => `  ${escapeLine(effect)}`),
		...(changed.length > 0 ? ["  Changed since your last decision:", ...changed] : []),
		...content,
	].join("\n");
}

function count(claims: readonly WaitingClaim[]): string {
	return `${claims.length} item${claims.length === 1 ? "" : "s"}`;
}
