import { basename, relative, resolve } from "node:path";
import { listFiles } from "@oh-my-pi/pi-natives/walk/list-files";
import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import { maxConfigBytes, readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { type RuleMatch, type RuleOrigin, RuleTester } from "../../conversation/stream-rules/rule-tester.ts";
import type { Rule } from "../../discovery/capabilities/rules.ts";
import { FileCache } from "../../discovery/contract/file-cache.ts";
import { loadContext } from "../../discovery/contract/load-context.ts";
import { discoveryRegistry } from "../../discovery/discovery-registry.ts";
import { ruleFile } from "../../discovery/files/rule-files.ts";
import type { CliIo } from "../../process/terminal/io.ts";
import { CliError, UsageError } from "../../process/usage-error.ts";
import { loadBuiltinRules, loadRules } from "../../rules/load-rules.ts";
import { streamRuleSettings } from "../../settings/sections/agent/stream-rules.ts";
import type { CliCommand } from "../../startup/command-entry.ts";
import type { FlagDefinition } from "../../startup/flags.data.ts";
import { type ParsedArgs, parseArgs } from "../../startup/parse-args.ts";
import { prepareStart } from "../../startup/prepare-start.ts";

export const flags = [
	{ name: "json", kind: "boolean", help: "Print one JSON document" },
	{ name: "file", kind: "string", value: "path", help: "Test the text of a file; - for standard input" },
	{ name: "rule", alias: "r", kind: "string", value: "file", help: "Only the rule in this file" },
	{
		name: "source",
		kind: "string",
		value: "name",
		help: "text, thinking or tool (default: tool with --path, else text)",
	},
	{ name: "tool", kind: "string", value: "name", help: "The tool that writes it (default: edit and write)" },
	{ name: "path", alias: "p", kind: "string", value: "path", help: "The file that it is written to" },
	{ name: "no-gitignore", kind: "boolean", help: "Also files that git ignores" },
	{ name: "max-bytes", kind: "string", value: "n", help: "Leave out larger files" },
	{ name: "verbose", alias: "v", kind: "boolean", help: "Also rules that do not trigger" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

export const ttsrActions = ["list", "test", "scan"] as const;

const usage = `USAGE
  omp ttsr [list]             The rules that watch what the model writes
  omp ttsr test [text]        Which of them a text would trigger: --file <path|->, --source, --tool, --path, --rule, -v
  omp ttsr scan [folder]      Which of them files trigger: --rule, --no-gitignore, --max-bytes

  The exit code of test and scan is 1 if a rule triggers, else 0.
`;

/** Lists rules with conditions, and tries them on a text or on files. */
export const ttsr: CliCommand = async (argv, host, io) => {
	const args = parseArgs(argv, flags);
	const [action = "list", ...words] = args.messages;
	if (args.flags.has("help")) {
		await io.stdout.write(usage);
		return 0;
	}
	switch (action) {
		case "list":
			return list(await loadTester(host, args, io), args, io);
		case "test":
			return test(words.join(" "), host, args, io);
		case "scan":
			return scan(words[0], host, args, io);
		default:
			throw new UsageError(`unknown action "${action}". Use one of: ${ttsrActions.join(", ")}`);
	}
};

async function loadTester(host: Host, args: ParsedArgs, io: CliIo): Promise<RuleTester> {
	const { rules, warnings } = await loadStreamRules(host, text(args, "rule"));
	const tester = new RuleTester(rules);
	for (const warning of new Set([...warnings, ...tester.problems])) await io.stderr.write(`${visibleText(warning)}\n`);
	return tester;
}

async function loadStreamRules(
	baseHost: Host,
	only: string | undefined,
): Promise<{ rules: readonly Rule[]; warnings: readonly string[] }> {
	if (only !== undefined) return oneRule(resolve(baseHost.cwd, only));
	const { host, agentDir, settings, gate } = await prepareStart(baseHost, {
		configFiles: [],
		allowHome: true,
		noPty: false,
	});
	const context = await loadContext({ cwd: host.cwd, home: host.home, env: host.env, agentDir, gate });
	const registry = discoveryRegistry(host.cwd, host.home, settings);
	const disabled = settings.get(streamRuleSettings.disabledRules);
	const [{ rules, warnings }, builtin] = await Promise.all([
		loadRules(registry, context, { isOff: false, disabled, watchesOutput: true }),
		settings.get(streamRuleSettings.builtinRules) ? loadBuiltinRules(registry, context, disabled) : [],
	]);
	return { rules: [...(rules?.stream ?? []), ...builtin], warnings: [...warnings, ...context.files.problems] };
}

async function oneRule(path: string): Promise<{ rules: readonly Rule[]; warnings: readonly string[] }> {
	const files = new FileCache();
	const identity = { id: "command-line", displayName: "Command line" };
	const name = basename(path).replace(/\.mdc?$/, "");
	const { items, warnings = [] } = await ruleFile(identity, { path, level: "user" }, { files }, { name });
	const [problem] = files.problems;
	if (items.length === 0) throw new CliError(problem ?? `There is no rule in ${path}`);
	if (!items[0]?.condition && !items[0]?.astCondition)
		throw new CliError(`${path} has no condition and no astCondition`);
	return { rules: items, warnings };
}

async function list(tester: RuleTester, args: ParsedArgs, io: CliIo): Promise<number> {
	if (args.flags.has("json")) {
		await io.stdout.write(
			`${JSON.stringify({ rules: tester.rules.map(({ content: _, ...rule }) => rule) }, undefined, 2)}\n`,
		);
		return 0;
	}
	const rows = tester.rules.map(({ name, condition = [], astCondition = [], scope = ["text", "tool"], path }) => {
		const conditions = [...condition, ...astCondition.map((pattern) => `ast: ${pattern}`)].join("  ");
		return visibleText(`${name}  [${scope.join(", ")}]  ${conditions}  ${path}`);
	});
	await io.stdout.write(rows.length === 0 ? "No rules with conditions.\n" : `${rows.join("\n")}\n`);
	return 0;
}

async function test(words: string, host: Host, args: ParsedArgs, io: CliIo): Promise<number> {
	const file = text(args, "file");
	const input = file === undefined ? words : await readInput(file, host, io);
	if (input === "") throw new UsageError("Nothing to test. Give a text, or --file <path|->");
	const path = text(args, "path") ?? (file === "-" ? undefined : file);
	const tester = await loadTester(host, args, io);
	const origins = parseOrigins(args, path);
	const matches = await Promise.all(origins.map((origin) => tester.matches(input, origin)));
	const found = firstOfEach(matches.flat());
	const quiet = tester.rules.filter(({ name }) => !found.some(({ rule }) => rule.name === name));
	if (args.flags.has("json")) {
		const triggered = found.map(({ rule, conditions }) => ({ name: rule.name, path: rule.path, conditions }));
		await io.stdout.write(
			`${JSON.stringify({ triggered, notTriggered: quiet.map(({ name }) => name) }, undefined, 2)}\n`,
		);
	} else {
		const lines = [
			...found.map(({ rule, conditions }) => `triggered  ${rule.name}  ${conditions.join("  ")}`),
			...(args.flags.has("verbose") ? quiet.map(({ name }) => `-          ${name}`) : []),
			...(found.length === 0 ? ["No rule triggers."] : []),
		];
		await io.stdout.write(`${lines.map(visibleText).join("\n")}\n`);
	}
	return found.length > 0 ? 1 : 0;
}

function parseOrigins(args: ParsedArgs, path: string | undefined): RuleOrigin[] {
	const tool = text(args, "tool");
	const source = text(args, "source") ?? (path === undefined && tool === undefined ? "text" : "tool");
	if (source === "text" || source === "thinking") return [{ source }];
	if (source !== "tool") throw new UsageError(`--source: unknown source "${source}". Use text, thinking or tool`);
	const paths = path === undefined ? [] : [path];
	return (tool === undefined ? ["edit", "write"] : [tool]).map((name) => ({ source, tool: name, paths }));
}

async function readInput(file: string, host: Host, io: CliIo): Promise<string> {
	if (file === "-") return io.stdin.text();
	const path = resolve(host.cwd, file);
	try {
		const found = readRegularFile(path, 16 * maxConfigBytes);
		if (found === undefined) throw new CliError(`No such file: ${file}`);
		return found;
	} catch (error) {
		throw error instanceof CliError ? error : new CliError((error as Error).message);
	}
}

/** What the files of a folder would trigger if the model wrote them. */
async function scan(folder: string | undefined, host: Host, args: ParsedArgs, io: CliIo): Promise<number> {
	const root = resolve(host.cwd, folder ?? ".");
	const limit = Number(text(args, "max-bytes") ?? maxConfigBytes);
	if (!Number.isInteger(limit) || limit <= 0) throw new UsageError("--max-bytes: expected a number of bytes");
	const tester = await loadTester(host, args, io);
	const names: string[] = [];
	const rules = { hidden: false, respectIgnore: !args.flags.has("no-gitignore"), nodeModules: false };
	const never = new AbortController().signal;
	await listFiles({ root, rules, maxDepth: 64 }, { signal: never, onPaths: (paths) => void names.push(...paths) });
	const found: Array<{ path: string; rule: string; conditions: readonly string[] }> = [];
	for (const name of names.sort()) {
		const content = readableText(resolve(root, name), limit);
		if (content === undefined) continue;
		const path = relative(host.cwd, resolve(root, name));
		const matches = await Promise.all(
			["edit", "write"].map((tool) => tester.matches(content, { source: "tool", tool, paths: [path] })),
		);
		for (const { rule, conditions } of firstOfEach(matches.flat())) found.push({ path, rule: rule.name, conditions });
	}
	const rows = found.map(({ path, rule, conditions }) => visibleText(`${path}: ${rule}  ${conditions.join("  ")}`));
	const summary = `${found.length} match${found.length === 1 ? "" : "es"} in ${names.length} files`;
	await io.stdout.write(
		args.flags.has("json")
			? `${JSON.stringify({ files: names.length, matches: found }, undefined, 2)}\n`
			: `${[...rows, summary].join("\n")}\n`,
	);
	return found.length > 0 ? 1 : 0;
}

function readableText(path: string, limit: number): string | undefined {
	try {
		const content = readRegularFile(path, limit);
		return content?.includes("\0") ? undefined : content;
	} catch {
		// Too large, a device, or not ours to read.
		return undefined;
	}
}

function firstOfEach(matches: readonly RuleMatch[]): RuleMatch[] {
	return matches.filter(({ rule }, index) => matches.findIndex((other) => other.rule === rule) === index);
}

function text(args: ParsedArgs, name: string): string | undefined {
	const value = args.flags.get(name);
	return typeof value === "string" ? value : undefined;
}
