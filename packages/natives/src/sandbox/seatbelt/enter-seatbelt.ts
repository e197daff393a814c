import { realpathSync } from "node:fs";
import type { BoxPolicy } from "../box-policy.ts";
import { applyEnv, type Entry, findExecutable } from "../entry.ts";
import { seatbeltProfile } from "./seatbelt-profile.ts";

/** Becomes sandbox-exec with a profile for the policy, which becomes the program. */
export function enterSeatbelt({ policy, command, cwd, env }: Entry): never {
	const folder = policy.temporaryFolder;
	const variables = applyEnv(env, { TMPDIR: folder, TMP: folder, TEMP: folder, ...policy.env });
	const executable = findExecutable(command[0] ?? "", cwd, variables);
	const args = ["sandbox-exec", "-p", seatbeltProfile(withoutLinks(policy)), executable, ...command.slice(1)];
	const entries = variables.map(
		(line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)] as const,
	);
	if (!process.execve) throw new Error("This Bun cannot replace its process");
	process.execve("/usr/bin/sandbox-exec", args, Object.fromEntries(entries));
	throw new Error("sandbox-exec could not be run");
}

function withoutLinks(policy: BoxPolicy): BoxPolicy {
	return {
		...policy,
		writable: policy.writable.map(resolveLinks),
		readOnly: policy.readOnly.map(resolveLinks),
		hidden: policy.hidden.map(resolveLinks),
		visible: policy.visible.map(resolveLinks),
		sockets: policy.sockets.map(resolveLinks),
		temporaryFolder: resolveLinks(policy.temporaryFolder),
	};
}

/** Of what exists: the profile also counts for names that do not exist yet. */
function resolveLinks(path: string): string {
	const slash = path.lastIndexOf("/");
	try {
		return realpathSync(path);
	} catch {
		// The name is missing, its folder may not be.
		return slash > 0 ? `${resolveLinks(path.slice(0, slash))}${path.slice(slash)}` : path;
	}
}
