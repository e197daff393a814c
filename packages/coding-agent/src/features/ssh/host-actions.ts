import type { Host } from "@oh-my-pi/pi-utils/host";
import { loadContext } from "../../discovery/contract/load-context.ts";
import { discoveryRegistry } from "../../discovery/discovery-registry.ts";
import { UsageError } from "../../process/usage-error.ts";
import type { Settings } from "../../settings/settings.ts";
import type { FlagDefinition } from "../../startup/flags.data.ts";
import { type ParsedArgs, parseArgs } from "../../startup/parse-args.ts";
import type { TrustGate } from "../../trust/trust-gate.ts";
import { type SshHost, sshHosts } from "./host-capability.ts";
import { sshHostClaim } from "./host-claim.ts";
import { addHost, type HostScope, hostFile, readHosts, removeHost } from "./host-file.ts";
import { sshProvider } from "./ssh-provider.ts";

export interface HostsPlace {
	readonly host: Host;
	readonly cwd: string;
	readonly agentDir: string;
	readonly settings: Settings;
	readonly gate: TrustGate;
}

export const hostActions = ["list", "add", "remove"] as const;

export const hostFlags = [
	{ name: "host", kind: "string", value: "host", help: "add: its name or address, or a name in ~/.ssh/config" },
	{ name: "user", kind: "string", value: "name", help: "add: the user name there" },
	{ name: "port", kind: "string", value: "port", help: "add: the port" },
	{ name: "key", kind: "string", value: "file", help: "add: the file of the private key" },
	{ name: "desc", kind: "string", value: "text", help: "add: what the model is told about it" },
	{ name: "compat", kind: "boolean", help: "add: on Windows, run commands in bash or sh" },
	{ name: "scope", kind: "string", value: "scope", values: ["user", "project"], help: "user (the default) or project" },
	{ name: "json", kind: "boolean", help: "list: print one JSON document" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

/** Does what the words say; gives the words for the user. */
export async function runHostAction(words: readonly string[], place: HostsPlace): Promise<string> {
	const args = parseArgs(words, hostFlags);
	const [action = "list", name, ...rest] = args.messages;
	const isList = action === "list";
	if (rest.length > 0 || (isList && name !== undefined))
		throw new UsageError(`unexpected argument "${rest[0] ?? name}"`);
	switch (action) {
		case "list":
			return args.flags.has("json") ? jsonList(place) : hostList(place);
		case "add":
			return add(requireName(name, action), args, place);
		case "remove": {
			const path = hostFile(scopeOf(args), place);
			await removeHost(path, requireName(name, action));
			return `Removed host "${name}" from ${path}`;
		}
		default:
			throw new UsageError(`Expected action to be one of: ${hostActions.join(", ")}; got "${action}"`);
	}
}

function requireName(name: string | undefined, action: string): string {
	if (name === undefined) throw new UsageError(`One name is needed: ${action} <name>`);
	if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)) {
		throw new UsageError(`Not a name: "${name}". Use letters, digits, ".", "_" and "-"`);
	}
	return name;
}

function scopeOf({ flags }: ParsedArgs): HostScope {
	return flags.get("scope") === "project" ? "project" : "user";
}

async function add(name: string, args: ParsedArgs, place: HostsPlace): Promise<string> {
	const flag = (key: string) => {
		const value = args.flags.get(key);
		return typeof value === "string" && value !== "" ? value : undefined;
	};
	const host = flag("host");
	if (host === undefined) throw new UsageError("--host is needed");
	for (const value of [host, flag("user") ?? "x"]) {
		if (/^-|[\s\p{Cc}]/u.test(value)) throw new UsageError(`Not a host or user name: "${value}"`);
	}
	const port = flag("port");
	if (port !== undefined && !(/^\d+$/.test(port) && Number(port) > 0 && Number(port) < 65_536)) {
		throw new UsageError(`Not a port: "${port}"`);
	}
	const definition = {
		host,
		...(flag("user") !== undefined && { username: flag("user") }),
		...(port !== undefined && { port: Number(port) }),
		...(flag("key") !== undefined && { keyPath: flag("key") }),
		...(flag("desc") !== undefined && { description: flag("desc") }),
		...(args.flags.has("compat") && { compat: true }),
	};
	const scope = scopeOf(args);
	const path = hostFile(scope, place);
	await addHost(path, name, definition);
	if (scope === "project") await trust(path, name, place.gate);
	return `Added host "${name}" to ${path}`;
}

/** What the user has just written by a command of omp needs no question. */
async function trust(path: string, name: string, gate: TrustGate): Promise<void> {
	const { hosts } = await readHosts(path);
	const claim = sshHostClaim(path, name, hosts[name]);
	if (gate.admits(claim)) return;
	const waiting = gate.waiting.filter((one) => one.path === claim.path);
	await gate.decide(waiting, true);
}

async function jsonList(place: HostsPlace): Promise<string> {
	const [project, user] = await Promise.all(
		(["project", "user"] as const).map(async (scope) => (await readHosts(hostFile(scope, place))).hosts),
	);
	return JSON.stringify({ project, user }, undefined, 2);
}

async function hostList({ host, cwd, agentDir, settings, gate }: HostsPlace): Promise<string> {
	const context = await loadContext({ cwd, home: host.home, env: host.env, agentDir, gate });
	const { items, warnings = [] } = await discoveryRegistry(cwd, host.home, settings)
		.with([sshProvider])
		.load(sshHosts, context);
	const waiting = gate.waiting
		.filter(({ kind }) => kind === "ssh-host")
		.map(({ id }) => `${id.replace(/^.*#/, "")}  not trusted, left out: see omp trust`);
	const lines = [...items.map(hostLine), ...waiting];
	const problems = [...warnings, ...context.files.problems];
	return [...(lines.length > 0 ? lines : ["No SSH hosts. Add one with: omp ssh add"]), ...problems].join("\n");
}

function hostLine({ name, host, username, port, description, level, path }: SshHost): string {
	const address = `${username === undefined ? "" : `${username}@`}${host}${port === undefined ? "" : `:${port}`}`;
	return `${name}  ${address}  (${level}, ${path})${description === undefined ? "" : `  ${description}`}`;
}
