import { once } from "@oh-my-pi/pi-utils/once";
import { runService } from "../../../http-service/run-service.ts";
import { ServiceError } from "../../../http-service/service-error.ts";
import { resolveDirectories } from "../../../process/directories.ts";
import { openBrowser } from "../../../process/open-browser.ts";
import type { CliIo } from "../../../process/terminal/io.ts";
import { foreignText } from "../../../process/terminal/terminal-text.ts";
import { CliError, UsageError } from "../../../process/usage-error.ts";
import { parseArgs } from "../../../startup/parse-args.ts";
import type { FeatureCliCommand } from "../../contract/command-ports.ts";
import { type Range, ranges } from "../queries/range.ts";
import { defaultPort, startDashboard } from "../serve/dashboard.ts";
import { SessionStats } from "../serve/session-stats.ts";
import { explain, StatsError } from "../store/open-store.ts";
import { parsePort } from "./parse-port.ts";
import { statsFlags } from "./stats-flags.ts";
import { summaryText } from "./summary-text.ts";

const usage = `USAGE
  omp stats [-p <port>]        Serve a dashboard on this machine until Ctrl+C
  omp stats -s | --json [--range 7d]
                               Print requests, tokens, cost and speed by model and folder

  The numbers come from your session files, those of sub-agents included, and are kept in ~/.omp/stats.db.
`;

/** Numbers from session logs. */
export const statsCli: FeatureCliCommand = async (argv, host, io, ports) => {
	const args = parseArgs(argv, statsFlags);
	if (args.flags.has("help")) {
		await io.stdout.write(usage);
		return 0;
	}
	if (args.messages.length > 0) throw new UsageError(`unexpected argument "${args.messages[0]}"`);
	const portText = args.flags.get("port");
	const port = portText === undefined ? defaultPort : parsePort(portText);
	if (port === undefined) throw new UsageError(`--port takes a number up to 65535, not ${portText}`);
	const range = readRange(args.flags.get("range"));
	const isPrinted = args.flags.has("json") || args.flags.has("summary");
	if (range !== undefined && !isPrinted) throw new UsageError("--range is for -s and -j; the dashboard has its own");
	const profile = args.flags.get("profile");
	const folders = resolveDirectories(host, typeof profile === "string" ? profile : undefined);
	const findBroker = once(async () => (await ports.openRegistry(host, args)).store.remote);
	await using stats = await openStats(() => SessionStats.open(folders, host.now, findBroker));
	const { files, processed } = await openStats(() => stats.sync(), stats.databasePath);
	if (stats.notice !== undefined) await io.stderr.write(`${stats.notice}\n`);
	if (args.flags.has("json"))
		await io.stdout.write(`${JSON.stringify(stats.answers.stats(range ?? "all"), null, 2)}\n`);
	else if (args.flags.has("summary"))
		await io.stdout.write(foreignText(io.stdout, summaryText(stats.answers.stats(range ?? "all"), range)));
	else {
		await io.stderr.write(`${files} ${files === 1 ? "session" : "sessions"}, ${processed} updated\n`);
		await serve({ port, stats, now: host.now }, io);
	}
	return 0;
};

function readRange(text: string | true | undefined): Range | undefined {
	if (text === undefined) return undefined;
	const range = ranges.find((known) => known === text);
	if (range === undefined) throw new UsageError(`--range takes one of ${ranges.join(", ")}, not ${text}`);
	return range;
}

async function serve(options: Parameters<typeof startDashboard>[0], io: CliIo): Promise<void> {
	const dashboard = await startDashboard(options).catch((error: unknown) => {
		if (!(error instanceof ServiceError)) throw error;
		throw new CliError(`${error.message}. Choose another one with -p, or 0 for any`, { cause: error });
	});
	await io.stdout.write(`${dashboard.url}\n`);
	if (io.stdout.isTTY) openBrowser(dashboard.url);
	if (dashboard.kind === "reused") await io.stderr.write("A dashboard is already running there.\n");
	else await runService(dashboard.service, io);
}

async function openStats<Value>(work: () => Promise<Value>, path = ""): Promise<Value> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof StatsError) throw new CliError(error.message, { cause: error });
		if (path !== "" && (error as { code?: unknown }).code !== undefined)
			throw new CliError(explain(error, path).message, { cause: error });
		throw error;
	}
}
