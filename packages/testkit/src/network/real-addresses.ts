import { spawnSync } from "node:child_process";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { builtExecutable } from "../product/built-executable.ts";
import { requires, requiresThat } from "../requires.ts";
import { type CommandResult, runCommand } from "../run-command.ts";
import { type Workspace, workspace } from "../workspace.ts";
import { type Authority, authority, type Certificate } from "./certificates.ts";

/** A host of the test: a name with addresses of its own, which answers at the ports of http and https. */
export interface RealHost {
	readonly name: string;
	/** The server of the test that answers, on a port of this machine; without it connections are refused. */
	readonly server?: string;
	/** Other ports and who answers there, without TLS. */
	readonly ports?: Readonly<Record<number, string>>;
	/** How its certificate is; `trusted` comes from the authority in the system's store. */
	readonly certificate?: "trusted" | "company" | "expired" | "other-name";
}

export interface GateRoute {
	readonly address: string;
	readonly port: number;
	readonly socket: string;
}

/**
 * A network of its own for omp: the names below, at public addresses and default ports, and nothing else. What it runs gets an
 * environment with nothing of the test's.
 */
export interface RealAddresses extends AsyncDisposable {
	readonly files: Workspace;
	/** An authority that nothing in the network trusts. */
	readonly company: Authority;
	readonly system: Authority;
	addressOf(name: string): { readonly ipv4: string; readonly ipv6: string };
	/** Where the test itself finds what a client inside finds at this name and port. */
	portFor(name: string, port: number): number | undefined;
	/** The command that runs another one inside. */
	inside(command: readonly string[], options?: InsideOptions): string[];
	/** Runs omp inside. */
	omp(args: readonly string[], options?: InsideOptions & { readonly stdin?: string }): Promise<CommandResult>;
}

export interface InsideOptions {
	/** Besides PATH, HOME, LANG and TERM. */
	readonly env?: Readonly<Record<string, string>>;
	readonly cwd?: string;
	readonly home?: string;
}

/** Defines a test that needs namespaces: user, network and mount. */
export function requiresNamespaces(): ReturnType<typeof requires> {
	const withPrograms = requires("ip", "nsenter", "openssl", "unshare");
	if (["ip", "nsenter", "openssl", "unshare"].some((program) => !Bun.which(program))) return withPrograms;
	const { status } = spawnSync("unshare", ["-Urnm", "ip", "link", "set", "lo", "up"]);
	return requiresThat(status === 0, "user, network and mount namespaces (`unshare -Urnm`)");
}

export async function realAddresses(hosts: readonly RealHost[]): Promise<RealAddresses> {
	const files = await workspace({ "home/.keep": "", "work/readme.md": "# Greeter\n" });
	const [system, company] = await Promise.all([
		authority(files.file("authorities"), "system"),
		authority(files.file("authorities"), "company"),
	]);
	const addressOf = (name: string) => {
		if (name === "localhost") return { ipv4: "127.0.0.1", ipv6: "::1" };
		const index = hosts.findIndex((host) => host.name === name) + 1;
		return { ipv4: `93.184.100.${index}`, ipv6: `2606:2800:220:1::${index.toString(16)}` };
	};
	const certificateFor = ({ name, certificate = "trusted" }: RealHost): Promise<Certificate> => {
		const { ipv4, ipv6 } = addressOf(name);
		const names = certificate === "other-name" ? ["other.example"] : [name, ipv4, ipv6];
		const from = certificate === "company" ? company : system;
		return from.issue(names, { expired: certificate === "expired" });
	};
	const servers: Server[] = [];
	const listen = async (server: Server, at: { path: string } | { port: number; host: string }) => {
		servers.push(server);
		await new Promise<void>((resolve, reject) => server.on("error", reject).listen(at, resolve));
		return (server.address() as AddressInfo | null)?.port ?? 0;
	};
	const ports = new Map<string, number>();
	await Promise.all(
		hosts.map(async (host) => {
			for (const [port, url] of Object.entries(host.ports ?? {})) ports.set(`${host.name}:${port}`, portOf(url));
			if (host.server === undefined) return;
			const port = portOf(host.server);
			ports.set(`${host.name}:80`, port);
			const tls = createTlsServer(await certificateFor(host), pipeTo(port));
			ports.set(`${host.name}:443`, await listen(tls, { port: 0, host: "127.0.0.1" }));
		}),
	);
	const routes: GateRoute[] = [];
	for (const [at, port] of ports) {
		const [name = "", outer = ""] = at.split(":");
		const socket = files.file(`${routes.length}.sock`);
		await listen(createServer({ allowHalfOpen: true }, pipeTo(port)), { path: socket });
		const { ipv4, ipv6 } = addressOf(name);
		for (const address of [ipv4, ipv6]) routes.push({ address, port: Number(outer), socket });
	}
	const each = hosts.filter(({ name }) => name !== "localhost").map(({ name }) => ({ name, ...addressOf(name) }));
	const addresses = each.flatMap(({ ipv4, ipv6 }) => [
		`addr add ${ipv4}/32 dev lo`,
		`addr add ${ipv6}/128 dev lo nodad`,
	]);
	await files.write("addresses", `${addresses.join("\n")}\n`);
	const names = each.flatMap(({ name, ipv4, ipv6 }) => [`${ipv4} ${name}`, `${ipv6} ${name}`]);
	await files.write("hosts", `127.0.0.1 localhost\n::1 localhost\n${names.join("\n")}\n`);
	await files.write("authority.pem", await Bun.file(system.path).text());

	const gate = Bun.spawn(
		["unshare", "-Urnm", "sh", join(import.meta.dir, "enter-namespace.sh"), files.path].concat(
			process.execPath,
			join(import.meta.dir, "gate.ts"),
			JSON.stringify(routes),
		),
		{ stdin: "pipe", stdout: "pipe", stderr: "pipe" },
	);
	const { value } = await gate.stdout.getReader().read();
	if (!value) throw new Error(`The namespace could not be made: ${await new Response(gate.stderr).text()}`);

	const executable = await builtExecutable();
	const inside: RealAddresses["inside"] = (
		command,
		{ env = {}, cwd = files.file("work"), home = files.file("home") } = {},
	) => [
		...["nsenter", "--preserve-credentials", "-U", "-n", "-m", "-t", String(gate.pid)],
		...["env", "-i", "-C", cwd, `PATH=${process.env.PATH}`, `HOME=${home}`, "LANG=C.UTF-8", "TERM=xterm-256color"],
		...Object.entries(env).map(([name, text]) => `${name}=${text}`),
		...command,
	];
	return {
		files,
		company,
		system,
		addressOf,
		portFor: (name, port) => ports.get(`${name}:${port}`),
		inside,
		omp: (args, options = {}) => runCommand(inside([executable, ...args], options), { stdin: options.stdin }),
		async [Symbol.asyncDispose]() {
			gate.stdin.end();
			await gate.exited;
			for (const server of servers) server.close();
			await files[Symbol.asyncDispose]();
		},
	};
}

const portOf = (url: string): number => Number(new URL(url).port);

/** A connection is that of the server at this port. */
function pipeTo(port: number): (client: NodeJS.ReadWriteStream & { destroy(): unknown }) => void {
	return (client) => {
		const server = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
		client.pipe(server).pipe(client);
		client.on("error", () => server.destroy());
		server.on("error", () => client.destroy());
	};
}
