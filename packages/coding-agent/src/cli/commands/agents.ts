import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { bundledFiles } from "../../agents/definition/bundled-agents.ts";
import { findAgents } from "../../agents/definition/find-agents.ts";
import type { CliIo } from "../../process/terminal/io.ts";
import { CliError, UsageError } from "../../process/usage-error.ts";
import type { CliCommand } from "../../startup/command-entry.ts";
import type { FlagDefinition } from "../../startup/flags.data.ts";
import { parseArgs } from "../../startup/parse-args.ts";
import { prepareStart } from "../../startup/prepare-start.ts";

export const flags = [
	{ name: "user", kind: "boolean", help: "unpack: to your own agents (the default)" },
	{ name: "project", kind: "boolean", help: "unpack: to .omp/agents of this folder" },
	{ name: "dir", kind: "string", value: "folder", help: "unpack: to this folder" },
	{ name: "force", kind: "boolean", help: "unpack: replace files that exist" },
	{ name: "json", kind: "boolean", help: "Print one JSON document" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

export const agentActions = ["list", "unpack"] as const;

const usage = `USAGE
  omp agents [list] [--json]            The agents that can be started here, and where they are defined
  omp agents unpack [--user|--project|--dir <folder>] [--force] [--json]
                                        Write the bundled agents out, to edit them
`;

/** Lists agent definitions, and writes the bundled ones out. */
export const agents: CliCommand = async (argv, host, io) => {
	const args = parseArgs(argv, flags);
	const [action = "list", ...rest] = args.messages;
	if (args.flags.has("help")) {
		await io.stdout.write(usage);
		return 0;
	}
	if (rest.length > 0) throw new UsageError(`unexpected argument "${rest[0]}"`);
	const isJson = args.flags.has("json");
	if (action === "list") return list(host, io, isJson);
	if (action !== "unpack") throw new UsageError(`unknown action "${action}". Use one of: ${agentActions.join(", ")}`);
	const folder = args.flags.get("dir");
	const { agentDir } = await prepareStart(host, { configFiles: [], allowHome: true, noPty: false });
	const targetDir =
		typeof folder === "string"
			? resolve(host.cwd, folder)
			: args.flags.has("project")
				? join(host.cwd, ".omp", "agents")
				: join(agentDir, "agents");
	const report = await unpack(targetDir, args.flags.has("force"));
	await io.stdout.write(isJson ? `${JSON.stringify(report)}\n` : unpackText(report));
	return 0;
};

async function list(host: Host, io: CliIo, isJson: boolean): Promise<number> {
	const prepared = await prepareStart(host, { configFiles: [], allowHome: true, noPty: false });
	const { agents: found, warnings } = await findAgents({ ...prepared, host }, host.cwd);
	for (const warning of warnings) await io.stderr.write(`${visibleText(warning)}\n`);
	if (isJson) {
		const rows = found.map(({ systemPrompt: _, ...facts }) => facts);
		await io.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
		return 0;
	}
	const width = Math.max(...found.map(({ name }) => name.length));
	const lines = found.map(({ name, description, source, filePath }) => {
		const place = filePath === undefined ? source : `${source}, ${filePath}`;
		return visibleText(`${name.padEnd(width)}  ${description} (${place})`);
	});
	await io.stdout.write(`${lines.join("\n")}\n`);
	return 0;
}

interface UnpackReport {
	readonly targetDir: string;
	readonly total: number;
	readonly written: readonly string[];
	readonly skipped: readonly string[];
}

async function unpack(targetDir: string, replaces: boolean): Promise<UnpackReport> {
	const written: string[] = [];
	const skipped: string[] = [];
	try {
		await mkdir(targetDir, { recursive: true });
		for (const [name, text] of Object.entries(bundledFiles)) {
			const file = `${name}.md`;
			const isNew = await writeNew(join(targetDir, file), text, replaces);
			(isNew ? written : skipped).push(file);
		}
	} catch (error) {
		throw new CliError(`Could not write to ${targetDir}: ${errorMessage(error)}`);
	}
	return { targetDir, total: written.length + skipped.length, written, skipped };
}

/** False when the file exists and stays. */
async function writeNew(path: string, text: string, replaces: boolean): Promise<boolean> {
	try {
		await writeFile(path, text, { flag: replaces ? "w" : "wx" });
		return true;
	} catch (error) {
		if ((error as { code?: string }).code === "EEXIST") return false;
		throw error;
	}
}

function unpackText({ targetDir, written, skipped }: UnpackReport): string {
	const hint = skipped.length > 0 ? " (they exist; --force replaces them)" : "";
	return `${targetDir}: ${written.length} written, ${skipped.length} skipped${hint}\n`;
}
