import type { Action, CommandAction, ProgramAction } from "../action.ts";
import type { ApprovalTier } from "../approval.ts";
import { type CallEffects, joinEffects, noEffects, type ProgramRun, unknownEffects } from "../call-effects.ts";
import { findCommands } from "../commands/find-commands.ts";
import type { FoundCommand } from "../commands/found-command.ts";
import { filesWritten } from "../critical/files-written.ts";
import { resolveFieldPath, writtenFiles } from "../critical/paths.ts";
import { unknown } from "../expand/expand-word.ts";
import { holdsKeys } from "../files/read-approval.ts";
import { contactedHosts, toArgument } from "../network/contacted-hosts.ts";
import { resolveRealPath } from "../paths/resolve-links.ts";
import { resolvePath } from "../paths/resolve-path.ts";
import { parseScheme } from "../paths/uri.ts";
import { isReadOnly } from "../read-only/read-only.ts";
import type { ActionFacts } from "./judge-action.ts";
import { secretInCode, secretsRead } from "./secret-reach.ts";

/**
 * What an action would touch, read off the same statement that is judged. `unknown` wherever a program, a script or code decides
 * that only when it runs.
 */
export function findEffects(action: Action, facts: ActionFacts): CallEffects {
	switch (action.kind) {
		case "read": {
			const { paths, addresses = [] } = action;
			const secrets = paths.flatMap(({ path }) => (path !== undefined && holdsKeys(path, facts) ? [path] : []));
			const hosts = addresses.flatMap((address) => URL.parse(address)?.hostname || []);
			return { ...noEffects, reaches: [...new Set(hosts)], readsSecrets: [...new Set(secrets)] };
		}
		case "write": {
			const files = action.paths.filter((path) => parseScheme(path) === undefined);
			return { ...noEffects, writes: files.map((path) => resolveRealPath(resolvePath(path, facts))) };
		}
		case "command":
		case "program":
			return lineEffects(action, facts);
		case "code": {
			const secrets = action.codes.flatMap((code) => secretInCode.exec(code)?.[0] ?? []);
			return { ...unknownEffects, readsSecrets: secrets };
		}
		case "remote-command":
			return { ...noEffects, runs: [{ program: "ssh", args: [action.host, action.line] }], reaches: [action.host] };
		case "other":
			return tierEffects[action.tier];
		case "several":
			return joinEffects(action.actions.map((one) => findEffects(one, facts)));
	}
}

/** Of a tool that does not say more about a call than how much it may do. */
export const tierEffects: Readonly<Record<ApprovalTier, CallEffects>> = {
	read: noEffects,
	network: { ...noEffects, reaches: "unknown" },
	write: { ...noEffects, writes: "unknown" },
	exec: unknownEffects,
};

function lineEffects(action: CommandAction | ProgramAction, { home, agentDir, keyPlaces }: ActionFacts): CallEffects {
	const { line, cwd } = action;
	const surroundings = { home, cwd, variables: (action.kind === "command" && action.env) || {} };
	const { commands, exhaustive } = findCommands(line, surroundings);
	const secret = secretsRead(commands, { home, agentDir, keyPlaces });
	const isReadable = exhaustive && !commands.some(({ runsHidden }) => runsHidden);
	return {
		runs: isReadable ? allOrUnknown(commands.map(findRuns)) : "unknown",
		writes: isReadable ? allOrUnknown(commands.map(writtenBy)) : "unknown",
		reaches: contactedHosts(line, surroundings),
		readsSecrets: secret ? [secret.shown] : [],
	};
}

function findRuns({ name, fields }: FoundCommand): readonly ProgramRun[] | "unknown" {
	if (name === "") return [];
	if (fields.some(({ text, hasGlob }) => hasGlob || text.includes(unknown))) return "unknown";
	const [program = "", ...args] = fields.map(({ text }) => text);
	return [{ program, args }];
}

/** Of a program that is not known to leave files alone, nobody knows what it writes. */
function writtenBy(command: FoundCommand): readonly string[] | "unknown" {
	const { name, fields } = command;
	const written = filesWritten(command);
	const isKnown =
		name === "" || name === "cd" || written.length > 0 || isReadOnly(name, fields.slice(1).map(toArgument));
	if (!isKnown) return "unknown";
	const all = [...writtenFiles(command), ...written].filter(({ text }) => text !== "/dev/null");
	const paths = all.flatMap((field) => (field.hasGlob ? [] : (resolveFieldPath(field, command) ?? [])));
	return paths.length < all.length ? "unknown" : paths.map((path) => resolveRealPath(path));
}

function allOrUnknown<Item>(lists: ReadonlyArray<readonly Item[] | "unknown">): readonly Item[] | "unknown" {
	return lists.includes("unknown") ? "unknown" : (lists as ReadonlyArray<readonly Item[]>).flat();
}
