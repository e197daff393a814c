import { unfenced } from "@oh-my-pi/pi-tools/output/outside-content";
import type { WebSearchDetails } from "@oh-my-pi/pi-tools/web-search/execute";
import { webSearch } from "@oh-my-pi/pi-tools/web-search/web-search";
import { foreignText } from "../../process/terminal/terminal-text.ts";
import { CliError, CommandUsageError, UsageError } from "../../process/usage-error.ts";
import type { CliCommand } from "../../startup/command-entry.ts";
import type { FlagDefinition } from "../../startup/flags.data.ts";
import { parseArgs } from "../../startup/parse-args.ts";
import { folderTools } from "../command/folder-tools.ts";

const recencies: readonly string[] = ["day", "week", "month", "year"];

export const flags = [
	{ name: "provider", kind: "string", value: "name", help: "Use only this provider" },
	{ name: "recency", kind: "string", value: "time", help: "Only results of the last day, week, month or year" },
	{ name: "limit", alias: "l", kind: "string", value: "n", help: "Show this many results" },
	{ name: "compact", kind: "boolean", help: "Only titles and addresses" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

const usage = `USAGE
  omp search <query> [--provider name] [--recency day|week|month|year] [-l n] [--compact]

  Searches the web the way the web_search tool does and prints what was found. Operators such as site:, -site:,
  after: and "…" go into the query; quote a query that has words with a dash.

  omp search bun test runner
  omp search 'rust async site:docs.rs -tokio' --recency month
`;

export const search: CliCommand = async (argv, host, io) => {
	const args = parseArgs(argv, flags);
	if (args.flags.has("help")) {
		await io.stdout.write(usage);
		return 0;
	}
	const query = args.messages.join(" ").trim();
	if (query === "") throw new CommandUsageError("search", "Expected a query", usage);
	const recency = parseSingle(args.flags.get("recency"));
	const limit = wholeNumber(args.flags.get("limit"));
	const provider = args.flags.get("provider");
	await using here = await folderTools(host);
	const tool = here.tools.find(({ name }) => name === webSearch.name);
	if (!tool) throw new CliError("The web_search tool is disabled here.");
	const { buildCall } = await import("@oh-my-pi/pi-agent-core/tools/normalized-call");
	const { signal } = new AbortController();
	const output = await buildCall(tool, {
		query,
		...(recency !== undefined && { recency }),
		...(limit !== undefined && { limit }),
		...(typeof provider === "string" && { provider, no_fallback: true }),
	}).execute({ id: host.newId(), signal, onProgress: () => {} });
	const details = output.details as WebSearchDetails | undefined;
	const text =
		args.flags.has("compact") && details?.response ? compact(details.response) : unfenced(plain(output.content));
	const target = output.isError ? io.stderr : io.stdout;
	await target.write(foreignText(target, text.endsWith("\n") ? text : `${text}\n`));
	if (details?.response) await io.stderr.write(summary(details));
	return output.isError ? 1 : 0;
};

function compact({ sources }: NonNullable<WebSearchDetails["response"]>): string {
	if (sources.length === 0) return "No results found.";
	return sources.map(({ title, url }) => `${title.replace(/\s+/g, " ")}\n  ${url}`).join("\n");
}

/** Whose results these are, and who failed before. */
function summary({ response, failures = [] }: WebSearchDetails): string {
	const count = response?.sources.length ?? 0;
	const before = failures.map(({ message }) => `${message}\n`).join("");
	return `${before}${count} ${count === 1 ? "result" : "results"} from ${response?.provider}\n`;
}

function plain(content: string | ReadonlyArray<{ readonly type: string; readonly text?: string }>): string {
	return typeof content === "string" ? content : content.map(({ text = "" }) => text).join("\n");
}

function parseSingle(value: string | true | undefined): string | undefined {
	if (value === undefined) return undefined;
	if (value !== true && recencies.includes(value)) return value;
	throw new UsageError(`--recency must be day, week, month or year; got "${value}"`);
}

function wholeNumber(value: string | true | undefined): number | undefined {
	if (value === undefined) return undefined;
	if (value !== true && /^[1-9]\d{0,5}$/.test(value)) return Number(value);
	throw new UsageError(`--limit must be a whole number of at least 1; got "${value}"`);
}
