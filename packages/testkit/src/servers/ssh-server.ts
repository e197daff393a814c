import { chmodSync, mkdirSync } from "node:fs";
import { runCommand } from "../run-command.ts";
import { until } from "../until.ts";
import { workspace } from "../workspace.ts";

/** A real sshd on this machine, for one test. */
export interface SshServer extends AsyncDisposable {
	readonly port: number;
	readonly username: string;
	/** The private key that may log in. */
	readonly keyPath: string;
	/** A folder for PATH: the `ssh` in it uses the configuration and the known hosts of this server only. */
	readonly binFolder: string;
	/** The absolute path of a file beside its configuration. */
	file(name: string): string;
	/** The processes that serve connections now. */
	connections(): Promise<readonly number[]>;
	/** Kills what serves the connections, as a crash or a cut cable would. */
	dropConnections(): Promise<void>;
	/** How many logins there were. */
	logins(): Promise<number>;
	/** Starts again with another host key. */
	changeHostKey(): Promise<void>;
	/** Adds to the configuration of the client. */
	configure(lines: string): Promise<void>;
	stop(): Promise<void>;
}

export interface SshServerOptions {
	/** Lines for sshd_config. */
	readonly config?: string;
	/** A script that is run in place of the shell, with the command in `SSH_ORIGINAL_COMMAND`. */
	readonly instead?: string;
}

/** Needs `sshd` and `ssh`. Commands run as the user of the test. */
export async function sshServer(options: SshServerOptions = {}): Promise<SshServer> {
	const place = await workspace({ "bin/.keep": "", config: "", log: "" });
	const username = (await runCommand(["id", "-un"])).stdout.trim();
	// sshd started by root refuses to run without it; the service makes it at boot.
	if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true, mode: 0o755 });
	const makeKey = async (name: string) => {
		await runCommand(["rm", "-f", place.file(name)]);
		const made = await runCommand(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", place.file(name)]);
		if (made.exitCode !== 0) throw new Error(made.stderr);
	};
	await Promise.all([makeKey("hostkey"), makeKey("id")]);
	await place.write("authorized", await place.read("id.pub"));
	const realSsh = Bun.which("ssh") ?? "ssh";
	await place.write("bin/ssh", `#!/bin/sh\nexec ${realSsh} -F ${place.file("config")} "$@"\n`);
	chmodSync(place.file("bin/ssh"), 0o755);
	if (options.instead !== undefined) {
		await place.write("instead", options.instead);
		chmodSync(place.file("instead"), 0o755);
	}
	const general = `Host *\n  UserKnownHostsFile ${place.file("known")}\n  GlobalKnownHostsFile /dev/null\n  IdentityAgent none\n`;
	let configured = "";
	const configure = async (lines: string) => {
		configured += lines;
		// The first value wins.
		await place.write("config", `${configured}\n${general}`);
	};
	await configure("");

	const port = freePort();
	await place.write(
		"sshd_config",
		[
			`Port ${port}`,
			"ListenAddress 127.0.0.1",
			`HostKey ${place.file("hostkey")}`,
			"PidFile none",
			`AuthorizedKeysFile ${place.file("authorized")}`,
			"StrictModes no",
			"UsePAM no",
			"PasswordAuthentication no",
			"MaxStartups 100",
			...(options.instead === undefined ? [] : [`ForceCommand ${place.file("instead")}`]),
			options.config ?? "",
			"",
		].join("\n"),
	);
	const sshd = Bun.which("sshd") ?? "sshd";
	const start = async () => {
		const child = Bun.spawn([sshd, "-D", "-E", place.file("log"), "-f", place.file("sshd_config")], {
			stdio: ["ignore", "ignore", "ignore"],
		});
		await until(async () => {
			if (child.exitCode !== null) throw new Error(await place.read("log"));
			const socket = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } });
			socket.end();
			return true;
		});
		return child;
	};
	let daemon = await start();
	const connections = async () => {
		const { stdout } = await runCommand(["ps", "-e", "-o", "pid=,ppid="]);
		const rows = stdout
			.trim()
			.split("\n")
			.map((line) => line.trim().split(/\s+/).map(Number));
		return rows.flatMap(([pid = 0, parent]) => (parent === daemon.pid ? [pid] : []));
	};
	const dropConnections = async () => {
		for (const pid of await connections()) killTreeOf(pid);
	};
	const stop = async () => {
		daemon.kill("SIGKILL");
		await daemon.exited;
	};
	return {
		port,
		username,
		keyPath: place.file("id"),
		binFolder: place.file("bin"),
		file: place.file,
		connections,
		dropConnections,
		logins: async () => (await place.read("log")).split("Accepted publickey").length - 1,
		async changeHostKey() {
			await dropConnections();
			await stop();
			await makeKey("hostkey");
			daemon = await start();
		},
		configure,
		stop,
		async [Symbol.asyncDispose]() {
			await dropConnections();
			await stop();
			await place[Symbol.asyncDispose]();
		},
	};
}

/** The process that root's sshd forks for a connection may have one more below it. */
function killTreeOf(pid: number): void {
	for (const child of childrenOf(pid)) killTreeOf(child);
	try {
		process.kill(pid, "SIGKILL");
	} catch {
		// It has already ended.
	}
}

function childrenOf(pid: number): number[] {
	const { stdout } = Bun.spawnSync(["ps", "-e", "-o", "pid=,ppid=,comm="]);
	return stdout
		.toString()
		.trim()
		.split("\n")
		.map((line) => line.trim().split(/\s+/))
		.flatMap(([own = "", parent, name]) => (Number(parent) === pid && name === "sshd" ? [Number(own)] : []));
}

function freePort(): number {
	const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
	const { port = 0 } = server;
	void server.stop(true);
	return port;
}
