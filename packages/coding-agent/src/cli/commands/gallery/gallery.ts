import { UsageError } from "../../../process/usage-error.ts";
import type { CliCommand } from "../../../startup/command-entry.ts";
import { parseArgs } from "../../../startup/parse-args.ts";

export const flags = [
	{ name: "tool", alias: "t", kind: "string", value: "tool", help: "Only this tool" },
	{
		name: "state",
		alias: "s",
		kind: "string",
		value: "state",
		values: ["streaming", "running", "done", "failed"],
		help: "Only this state",
	},
	{
		name: "width",
		alias: "w",
		kind: "string",
		value: "columns",
		help: "Width in columns; the terminal's, or 80",
	},
	{ name: "expanded", alias: "e", kind: "boolean", help: "Expanded views" },
	{ name: "plain", kind: "boolean", help: "Without colors" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const;

const usage = `USAGE
  omp gallery [-t <tool>] [-s <state>] [-w <columns>] [-e] [--plain]

  Draws how each tool looks in a conversation: while its call is written, while it runs, when it is done and when it has
  failed.
`;

const defaultWidth = 80;

/** Renders every tool view in each state. */
export const gallery: CliCommand = async (argv, host, io) => {
	const args = parseArgs(argv, flags);
	if (args.flags.has("help")) {
		await io.stdout.write(usage);
		return 0;
	}
	const { toolGallery, galleryTools } = await import("./tool-gallery.ts");
	const known = await galleryTools();
	const tool = args.flags.get("tool");
	if (typeof tool === "string" && !known.includes(tool)) {
		throw new UsageError(`unknown tool ${tool}; expected one of: ${known.join(", ")}`);
	}
	const state = args.flags.get("state") as "streaming" | "running" | "done" | "failed" | undefined;
	const rows = await toolGallery(host, {
		width: widthIn(args.flags.get("width"), host.env.COLUMNS),
		isExpanded: args.flags.has("expanded"),
		isPlain: args.flags.has("plain") || !io.stdout.isTTY,
		...(typeof tool === "string" && { tool }),
		...(state && { state }),
	});
	await io.stdout.write(`${rows.map((row) => row.trimEnd()).join("\n")}\n`);
	return 0;
};

function widthIn(value: unknown, columns: string | undefined): number {
	if (value === undefined) return Number(columns) || defaultWidth;
	const width = Number(value);
	if (!Number.isInteger(width) || width < 1)
		throw new UsageError(`--width must be a number of columns; got "${value}"`);
	return width;
}
