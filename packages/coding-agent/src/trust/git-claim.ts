import { readRegularFile } from "@oh-my-pi/pi-utils/read-regular-file";
import type { Claim } from "./claim.ts";
import { gitConfigs, type Project } from "./project.ts";
import type { TrustGate } from "./trust-gate.ts";

/** Values that git runs when it looks at a repository, and files that could hold more of them. */
const running: Readonly<Record<string, RegExp>> = {
	core: /^(fsmonitor|sshcommand|hookspath|pager|editor|attributesfile)$/,
	filter: /^(clean|smudge|process)$/,
	diff: /^(external|textconv|command)$/,
	include: /^path$/,
	includeif: /^path$/,
	gpg: /^program$/,
};

/**
 * A repository that came as an archive brings its own `.git/config`, and git runs what that names, even for `git status`. A file
 * that cannot be read counts as one that names something. `undefined` if nothing is run.
 */
export function gitClaim(project: Project): Claim | undefined {
	const found = gitConfigs(project).map((path) => ({ path, lines: runningLines(readOrRefuse(path)) }));
	const first = found.find(({ lines }) => lines.length > 0);
	if (!first) return undefined;
	const lines = found.flatMap((file) => file.lines);
	return {
		kind: "git-config",
		path: first.path,
		content: lines.join("\n"),
		shown: lines.join("\n"),
		effects: lines.map((line) => `git would run or read: ${line}`),
	};
}

/** The repository's own git settings run programs, and the user did not agree to that. */
export function isGitUntrusted(gate: TrustGate): boolean {
	const claim = gitClaim(gate.project);
	return claim !== undefined && !gate.admits(claim);
}

function readOrRefuse(path: string): string {
	try {
		return readRegularFile(path) ?? "";
	} catch (error) {
		return `[core] fsmonitor = ${(error as Error).message}`;
	}
}

function runningLines(text: string): string[] {
	const found: string[] = [];
	let section = "";
	for (const line of text.replaceAll("\\\n", "").split("\n")) {
		const header = /^\s*\[\s*([\w.-]+)[^\]]*\]/.exec(line);
		if (header) section = header[1]?.toLowerCase() ?? "";
		const [, key = "", value = ""] = /^\s*([\w-]+)\s*=?\s*(.*)$/.exec(line.slice(header?.[0].length ?? 0)) ?? [];
		const isRun = running[section.split(".")[0] ?? ""]?.test(key.toLowerCase()) ?? false;
		if (isRun && !/^(false|no|off|0|cat)?$/i.test(value.trim())) found.push(`${section}.${key} = ${value}`);
	}
	return found;
}
