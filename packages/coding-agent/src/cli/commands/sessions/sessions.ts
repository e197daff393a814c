import { resolve } from "node:path";
import { SessionListing } from "@oh-my-pi/pi-session/listing/session-listing";
import { fileEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { resolveDirectories } from "../../../process/directories.ts";
import { CliError, CommandUsageError } from "../../../process/usage-error.ts";
import type { CliCommand } from "../../../startup/command-entry.ts";
import type { FlagDefinition } from "../../../startup/flags.data.ts";
import { type ParsedArgs, parseArgs } from "../../../startup/parse-args.ts";
import type { SessionsContext } from "./context.ts";
import { findSessionFile } from "./find-session-file.ts";
import { collectGarbage } from "./gc.ts";
import { listSessions } from "./list.ts";
import { repairSessions } from "./repair.ts";
import { verifySessions } from "./verify.ts";

export const flags = [
	{ name: "all", kind: "boolean", help: "Sessions of every folder" },
	{ name: "apply", kind: "boolean", help: "Apply the changes of gc; the default is a dry run" },
	{ name: "json", kind: "boolean", help: "Print one JSON document" },
	{ name: "session-dir", kind: "string", value: "dir", help: "Folder of the session files" },
	{ name: "profile", kind: "string", value: "name", help: "Use a separate set of settings, sessions and keys" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

const usage = `USAGE
  omp sessions [list | verify | repair | gc] [id or file…] [--all] [--json]

  omp sessions list        sessions of this folder, the last changed first
  omp sessions verify      reads every line and says what is wrong; changes nothing
  omp sessions repair ID   rewrites a damaged session with what is sound in it and keeps the damaged file
  omp sessions gc          finds images no session refers to any more; --apply removes them
`;

const actions: Readonly<Record<string, (context: SessionsContext) => Promise<number>>> = {
	list: listSessions,
	verify: verifySessions,
	repair: repairSessions,
	gc: collectGarbage,
};

export const sessions: CliCommand = async (argv, host, io) => {
	const args = parseArgs(argv, flags);
	if (args.flags.has("help")) {
		await io.stdout.write(usage);
		return 0;
	}
	const [name = "list", ...wanted] = args.messages;
	const action = actions[name];
	if (!action) {
		const names = Object.keys(actions).join(", ");
		throw new CommandUsageError("sessions", `Expected action to be one of: ${names}; got "${name}"`, usage);
	}
	const agentDir = resolveDirectories(host, textFlag(args, "profile")).agent;
	const sessionDir = textFlag(args, "session-dir") ?? host.env.PI_CODING_AGENT_SESSION_DIR;
	const environment = fileEnvironment(host, agentDir, sessionDir ? { sessionDir: resolve(host.cwd, sessionDir) } : {});
	const listing = new SessionListing(environment);
	if (name === "repair" && wanted.length === 0)
		throw new CliError("Name the session to repair: omp sessions repair <id>");
	const files =
		wanted.length > 0
			? wanted.map((value) => findSessionFile(resolve(host.cwd, value), value, environment, listing))
			: [...inScope(listing, host.cwd, args), ...(name === "verify" ? unreadable(listing, host.cwd) : [])];
	return action({ environment, listing, io, files, json: args.flags.has("json"), apply: args.flags.has("apply") });
};

function inScope(listing: SessionListing, cwd: string, args: ParsedArgs): string[] {
	return (args.flags.has("all") ? listing.listAll() : listing.list(cwd)).map(({ path }) => path);
}

function unreadable(listing: SessionListing, cwd: string): string[] {
	return listing.unreadable(cwd).map(({ path }) => path);
}

function textFlag(args: ParsedArgs, name: string): string | undefined {
	const value = args.flags.get(name);
	return typeof value === "string" ? value : undefined;
}
