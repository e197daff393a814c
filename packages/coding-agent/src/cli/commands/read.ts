import { isRead } from "@oh-my-pi/pi-tools/read/contract/details";
import { foreignText } from "../../process/terminal/terminal-text.ts";
import { CliError, CommandUsageError } from "../../process/usage-error.ts";
import type { CliCommand } from "../../startup/command-entry.ts";
import type { FlagDefinition } from "../../startup/flags.data.ts";
import { parseArgs } from "../../startup/parse-args.ts";
import { folderTools } from "../command/folder-tools.ts";

export const flags = [
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

const usage = `USAGE
  omp read <target>

  Prints what the model gets when it reads the target with its read tool.

  omp read src/main.ts            a file; large ones in outline
  omp read src/main.ts:50-100     some lines
  omp read src/main.ts:raw        as it is
  omp read src                    a folder
  omp read app.db, lib.zip        a database, an archive and what is in it
  omp read omp://settings.md      omp's own documents
  omp read https://example.com    a web page as Markdown; parts of it with :1-300
`;

export const read: CliCommand = async (argv, host, io) => {
	const args = parseArgs(argv, flags);
	if (args.flags.has("help")) {
		await io.stdout.write(usage);
		return 0;
	}
	const [path, ...more] = [...args.messages, ...args.files.map((file) => `@${file}`)];
	if (path === undefined || more.length > 0) throw new CommandUsageError("read", "Expected one target", usage);
	await using here = await folderTools(host);
	here.hear(path);
	const tool = here.tools.find(({ name }) => isRead(name));
	if (!tool) throw new CliError("The read tool is disabled here.");
	const { buildCall } = await import("@oh-my-pi/pi-agent-core/tools/normalized-call");
	const { signal } = new AbortController();
	const output = await buildCall(tool, { path }).execute({ id: host.newId(), signal, onProgress: () => {} });
	const { content } = output;
	const text = typeof content === "string" ? content : content.map(shown).join("\n");
	const target = output.isError ? io.stderr : io.stdout;
	await target.write(foreignText(target, text.endsWith("\n") ? text : `${text}\n`));
	return output.isError ? 1 : 0;
};

function shown(block: { type: "text"; text: string } | { type: "image"; mimeType: string; data: string }): string {
	if (block.type === "text") return block.text;
	return `[Image: ${block.mimeType}, ${Math.round((block.data.length * 3) / 4)} bytes]`;
}
