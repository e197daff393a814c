import { findCommands } from "../commands/find-commands.ts";
import type { FoundCommand } from "../commands/found-command.ts";
import type { Argument } from "../expand/argument.ts";
import { type Field, unknown } from "../expand/expand-word.ts";
import type { Surroundings } from "../expand/shell-state.ts";
import * as network from "../options/network.data.ts";
import { optionTable } from "../options/option-table.ts";
import { optionValues, type ParseStyle, parseArguments } from "../options/parse-arguments.ts";
import { withoutGlobalOptions } from "../programs/global-options.data.ts";
import { shells } from "../programs/wrappers.data.ts";
import { isReadOnly } from "../read-only/read-only.ts";

/** The names of the machines, each once; `unknown` when a command may reach others, or any. */
export type ContactedHosts = readonly string[] | "unknown";

/**
 * Which machines a command line contacts, as far as that can be read off it. Programs that are not known to stay on this machine
 * may reach any.
 */
export function contactedHosts(line: string, surroundings: Surroundings = {}): ContactedHosts {
	const { commands, exhaustive } = findCommands(line, surroundings);
	if (!exhaustive) return "unknown";
	const hosts = new Set<string>();
	for (const command of commands) {
		const found = ofCommand(command);
		if (found === "unknown") return "unknown";
		for (const host of found) hosts.add(host);
	}
	return [...hosts];
}

function ofCommand(command: FoundCommand): ContactedHosts {
	const sockets = command.redirections.flatMap(
		({ target }) => /^\/dev\/(?:tcp|udp)\/([^/]+)/.exec(target.text)?.[1] ?? [],
	);
	if (sockets.some((host) => host.includes(unknown))) return "unknown";
	const reached = ofProgram(command.name, command.fields.slice(1).map(toArgument));
	return reached === "unknown" ? reached : [...sockets, ...reached];
}

export function toArgument({ text, shown, hasGlob }: Field): Argument {
	const isLiteral = !hasGlob && !text.includes(unknown);
	return { text, shown, isLiteral, mayBeOption: text.startsWith(unknown) };
}

function ofProgram(name: string, args: readonly Argument[]): ContactedHosts {
	if (name === "") return [];
	const program = programs.get(name);
	if (program) return program(args);
	// What a shell is given as text is among the commands that were found; a file is not.
	if (shells.has(name)) return args.some(({ text }) => /^-\w*c/.test(text)) ? [] : "unknown";
	return network.localPrograms.has(name) || isReadOnly(name, args) ? [] : "unknown";
}

const programs: ReadonlyMap<string, (args: readonly Argument[]) => ContactedHosts> = new Map(
	Object.entries({
		curl: (args: readonly Argument[]) => requested(args, network.curlOptions),
		wget: (args: readonly Argument[]) => requested(args, network.wgetOptions),
		ssh: (args: readonly Argument[]) => behindOptions(args, network.sshOptions, { stopsAtOperand: true }),
		scp: (args: readonly Argument[]) => copied(args, network.scpOptions),
		rsync: (args: readonly Argument[]) => copied(args, network.rsyncOptions),
		ping: (args: readonly Argument[]) => behindOptions(args, network.lookupOptions),
		dig: (args: readonly Argument[]) => behindOptions(args, network.lookupOptions),
		host: (args: readonly Argument[]) => behindOptions(args, network.lookupOptions),
		nslookup: (args: readonly Argument[]) => behindOptions(args, network.lookupOptions),
		telnet: (args: readonly Argument[]) => behindOptions(args, network.lookupOptions),
		nc: (args: readonly Argument[]) => behindOptions(args, network.lookupOptions),
		git: ofGit,
	}),
);

/** The addresses that a request is made to. */
function requested(args: readonly Argument[], options: string): ContactedHosts {
	const parsed = parseArguments(args, optionTable(options));
	if (typeof parsed === "string") return "unknown";
	return collectHosts([...parsed.operands, ...optionValues(parsed, "--url")], ({ text }) => hostOfUrl(text));
}

function behindOptions(args: readonly Argument[], options: string, style: ParseStyle = {}): ContactedHosts {
	const parsed = parseArguments(args, optionTable(options), style);
	if (typeof parsed === "string") return "unknown";
	return collectHosts(parsed.operands.slice(0, 1), ({ text }) => hostOfUrl(text));
}

/** `user@host:path`, and paths without a machine. */
function copied(args: readonly Argument[], options: string): ContactedHosts {
	const parsed = parseArguments(args, optionTable(options));
	if (typeof parsed === "string") return "unknown";
	const remote = parsed.operands.filter(({ text }) => /^[^/]*:/.test(text) || text.includes(unknown));
	return remote.length === 0 && parsed.operands.length > 0 ? [] : collectHosts(remote, ({ text }) => hostOfUrl(text));
}

function ofGit(args: readonly Argument[]): ContactedHosts {
	if (isReadOnly("git", args)) return [];
	const [, command = "", ...rest] = withoutGlobalOptions(["git", ...args.map(({ text }) => text)]);
	if (network.localGit.has(command)) return [];
	const address = rest.find((text) => /^(?:[a-z+]+:\/\/|[\w.-]+@[\w.-]+:)/.test(text));
	// The name of a remote is in the repository's settings, and submodules have others.
	if (!/^(?:clone|ls-remote|fetch|pull|push)$/.test(command) || address === undefined) return "unknown";
	if (rest.some((text) => /^--recurs|^-c|^--config|^--upload-pack/.test(text))) return "unknown";
	return [hostOfUrl(address) ?? unknown].includes(unknown) ? "unknown" : [hostOfUrl(address) as string];
}

function collectHosts(args: readonly Argument[], hostOf: (arg: Argument) => string | undefined): ContactedHosts {
	const hosts = args.map(hostOf);
	const isKnown =
		hosts.length > 0 && hosts.every((host) => host !== undefined && host !== "" && !host.includes(unknown));
	return isKnown ? (hosts as string[]) : "unknown";
}

/** Of `https://user@host:1/path`, `host/path`, `user@host:path`; what curl would make several of is not known. */
function hostOfUrl(text: string): string | undefined {
	const [, rest = ""] = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([\s\S]*)$/i.exec(text) ?? [];
	const [authority = ""] = rest.split(/[/?#\\]/, 1);
	const place = authority.slice(authority.lastIndexOf("@") + 1);
	const bracketed = /^\[([\da-f:.]+)\](?::\d+)?$/i.exec(place)?.[1];
	const host = bracketed ?? /^([\w.-]+)(?::.*)?$/.exec(place)?.[1];
	return host?.toLowerCase();
}
