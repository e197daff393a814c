import { join } from "node:path";
import { resolveDirectories } from "../../../process/directories.ts";
import { onFatalSignal } from "../../../process/exit/signals.ts";
import { openBrowser } from "../../../process/open-browser.ts";
import type { CliIo } from "../../../process/terminal/io.ts";
import { foreignText } from "../../../process/terminal/terminal-text.ts";
import { CliError, UsageError } from "../../../process/usage-error.ts";
import type { CliCommand } from "../../../startup/command-entry.ts";
import type { FlagDefinition } from "../../../startup/flags.data.ts";
import { type ParsedArgs, parseArgs } from "../../../startup/parse-args.ts";
import { type Stats, StatsStore, type Totals } from "./stats-store.ts";
import { syncSessions } from "./sync-sessions.ts";

export const flags = [
	{ name: "port", alias: "p", kind: "string", value: "number", help: "Port of the dashboard; 3847 by default" },
	{ name: "summary", alias: "s", kind: "boolean", help: "Print a summary instead" },
	{ name: "json", alias: "j", kind: "boolean", help: "Print one JSON document instead" },
	{ name: "profile", kind: "string", value: "name", help: "The sessions of a profile" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

const usage = `USAGE
  omp stats [-p <port>]        Serve a dashboard on this machine until Ctrl+C
  omp stats -s | --json        Print requests, tokens, cost and speed by model and folder

  The numbers come from your session files, those of sub-agents included, and are kept in ~/.omp/stats.db.
`;

const defaultPort = 3847;

/** Numbers from session logs. */
export const stats: CliCommand = async (argv, host, io) => {
	const args = parseArgs(argv, flags);
	if (args.flags.has("help")) {
		await io.stdout.write(usage);
		return 0;
	}
	if (args.messages.length > 0) throw new UsageError(`unexpected argument "${args.messages[0]}"`);
	const port = parsePort(args);
	const profile = args.flags.get("profile");
	const { config, sessions } = resolveDirectories(host, typeof profile === "string" ? profile : undefined);
	using store = await StatsStore.open(join(config, "stats.db"));
	const sync = () => syncSessions(sessions, store);
	const { files, changed } = await sync();
	if (args.flags.has("json")) await io.stdout.write(`${JSON.stringify(store.stats(), null, 2)}\n`);
	else if (args.flags.has("summary")) await io.stdout.write(foreignText(io.stdout, summary(store.stats())));
	else {
		await io.stderr.write(`${files} ${files === 1 ? "session" : "sessions"}, ${changed} updated\n`);
		await serve(port, { stats: () => store.stats(), sync }, io);
	}
	return 0;
};

function parsePort(args: ParsedArgs): number {
	const value = args.flags.get("port");
	if (value === undefined) return defaultPort;
	const port = Number(value);
	if (!Number.isInteger(port) || port < 0 || port > 65_535)
		throw new UsageError(`--port takes a number up to 65535, not ${value}`);
	return port;
}

async function serve(
	port: number,
	sources: { readonly stats: () => Stats; readonly sync: () => ReturnType<typeof syncSessions> },
	io: CliIo,
): Promise<void> {
	const { serveStats } = await import("./serve-stats.ts");
	let server: ReturnType<typeof serveStats>;
	try {
		server = serveStats(port, sources);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
		throw new CliError(`Port ${port} is in use. Choose another one with -p, or 0 for any`);
	}
	const url = `http://localhost:${server.port}`;
	await io.stdout.write(`${url}\n`);
	if (io.stdout.isTTY) openBrowser(url);
	const { promise: closed } = Promise.withResolvers<void>();
	using _signals = onFatalSignal(["SIGINT", "SIGTERM", "SIGHUP"], () => server.stop(true), io.exit);
	await closed;
}

function summary({ overall, byModel, byFolder }: Stats): string {
	if (overall.requests === 0) return "No requests yet.\n";
	return [
		`${count(overall.requests)} requests, ${count(overall.errors)} errors, $${overall.cost.toFixed(2)}`,
		`${count(allInput(overall))} tokens in (${percent(overall.cacheRate)} cached), ${count(overall.output)} out`,
		`${count(overall.tokensPerSecond)} tokens/s, first token after ${(overall.averageTtftMs / 1000).toFixed(1)} s`,
		"",
		...table("Model", byModel, ({ model }) => model),
		"",
		...table("Folder", byFolder, ({ folder }) => folder),
		"",
	].join("\n");
}

function table<Row extends Totals>(title: string, rows: readonly Row[], nameOf: (row: Row) => string): string[] {
	const cells = [
		[title, "requests", "errors", "in", "out", "cached", "tokens/s", "cost"],
		...rows.map((row) => [
			nameOf(row),
			count(row.requests),
			count(row.errors),
			count(allInput(row)),
			count(row.output),
			percent(row.cacheRate),
			count(row.tokensPerSecond),
			`$${row.cost.toFixed(2)}`,
		]),
	];
	const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
	return cells.map((row) =>
		row
			.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
			.join("  "),
	);
}

function allInput({ input, cacheRead, cacheWrite }: Totals): number {
	return input + cacheRead + cacheWrite;
}

function count(value: number): string {
	return Math.round(value).toLocaleString("en");
}

function percent(share: number): string {
	return `${Math.round(share * 100)}%`;
}
