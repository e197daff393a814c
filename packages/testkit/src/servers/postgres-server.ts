import { chmodSync, chownSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { SQL } from "bun";
import { runCommand } from "../run-command.ts";
import { until } from "../until.ts";
import { workspace } from "../workspace.ts";

/** A real Postgres on a port of this machine, with its data in a folder that goes with it. */
export interface PostgresServer extends AsyncDisposable {
	readonly port: number;
	/** In all URLs, so that a test can look for it where it must not be. */
	readonly password: string;
	readonly dataFolder: string;
	/** The URL of a new empty database. */
	database(): Promise<string>;
	/** Statements of the superuser, in the database of a URL. */
	run(url: string, statements: readonly string[]): Promise<void>;
	/** `SIGINT` ends it in order, `SIGKILL` as a crash does. */
	stop(signal: "SIGINT" | "SIGKILL"): Promise<void>;
	start(): Promise<void>;
}

export interface PostgresServerOptions {
	/** Lines of postgresql.conf. */
	readonly settings?: Readonly<Record<string, string | number>>;
}

const user = "omp";
const password = "s3cret-p@ss/word";

/** Needs Debian's `postgresql`; its own cluster stays as it is. Runs as `postgres` or `nobody` when the test is root. */
export async function postgresServer({ settings = {} }: PostgresServerOptions = {}): Promise<PostgresServer> {
	const bin = findBinFolder();
	const asUser = await unprivileged();
	const place = await workspace({ password });
	const data = place.file("data");
	if (asUser.uid !== undefined) {
		openPathTo(place.path);
		chownSync(place.path, asUser.uid, asUser.gid);
		chownSync(place.file("password"), asUser.uid, asUser.gid);
	}
	const made = await runCommand(
		[
			...asUser.command,
			join(bin, "initdb"),
			...["-D", data, "-U", user, "--auth=scram-sha-256", `--pwfile=${place.file("password")}`],
			...["--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions"],
		],
		{ cwd: place.path },
	);
	if (made.exitCode !== 0) throw new Error(`initdb failed: ${made.stderr}`);
	const port = freePort();
	const urlFor = (database: string) =>
		`postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
	const configured = { fsync: "off", listen_addresses: "127.0.0.1", unix_socket_directories: place.path, ...settings };
	const flags = Object.entries({ ...configured, port }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
	let child: Bun.Subprocess | undefined;
	let databases = 0;

	const start = async () => {
		await until(
			async () => {
				if (child === undefined || child.exitCode !== null || child.signalCode !== null) {
					child = Bun.spawn([...asUser.command, join(bin, "postgres"), "-D", data, ...flags], {
						cwd: place.path,
						stdout: Bun.file(place.file("log")),
						stderr: Bun.file(place.file("log")),
					});
				}
				await runStatements(urlFor("postgres"), ["SELECT 1"]);
				return true;
			},
			{ everyMs: 50, describe: () => `Postgres to start (${place.file("log")})` },
		);
	};
	const stop = async (signal: "SIGINT" | "SIGKILL") => {
		child?.kill(signal);
		await child?.exited;
		child = undefined;
	};
	await start();

	return {
		port,
		password,
		dataFolder: data,
		async database() {
			const name = `test_${++databases}`;
			await runStatements(urlFor("postgres"), [`CREATE DATABASE ${name}`]);
			return urlFor(name);
		},
		run: runStatements,
		stop,
		start,
		async [Symbol.asyncDispose]() {
			await stop("SIGINT");
			await place[Symbol.asyncDispose]();
		},
	};
}

/** The newest of what Debian has installed. */
function findBinFolder(): string {
	const root = "/usr/lib/postgresql";
	const versions = readdirSync(root).filter((name) => /^\d+$/.test(name));
	const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
	if (newest === undefined) throw new Error(`There is no Postgres in ${root}`);
	return join(root, newest, "bin");
}

/** Postgres refuses to run as root. */
async function unprivileged(): Promise<{ command: readonly string[]; uid?: number; gid: number }> {
	if (process.getuid?.() !== 0) return { command: [], gid: 0 };
	const lines = (await Bun.file("/etc/passwd").text()).split("\n").map((line) => line.split(":"));
	const entry = lines.find(([name]) => name === "postgres") ?? lines.find(([name]) => name === "nobody");
	const [, , uid = "65534", gid = "65534"] = entry ?? [];
	return {
		command: ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"],
		uid: Number(uid),
		gid: Number(gid),
	};
}

/** Folders of root's may be closed to others, who must get through to what is theirs. */
function openPathTo(path: string): void {
	for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
		const { mode } = statSync(folder);
		if ((mode & 0o001) === 0) chmodSync(folder, (mode & 0o7777) | 0o001);
	}
}

function freePort(): number {
	const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
	const { port } = listener;
	listener.stop(true);
	return port;
}

async function runStatements(url: string, statements: readonly string[]): Promise<void> {
	await using sql = new SQL(url, { max: 1 });
	for (const statement of statements) await sql.unsafe(statement);
}
