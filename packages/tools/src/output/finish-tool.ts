import { contentBlocks, type ToolDefinition, ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ArtifactSpace } from "./artifact-space.ts";
import { type Elided, LineWindow } from "./line-window.ts";
import { formatNotices } from "./notices.ts";
import { defaultOutputLimits, type OutputLimits } from "./output-limits.ts";
import type { OutputMeta } from "./output-meta.ts";
import { fenced } from "./outside-content.ts";

export interface FinishOptions {
	readonly artifacts?: ArtifactSpace;
	readonly limits?: OutputLimits;
	/** For tools that page by themselves, whose output is a part of something kept elsewhere. */
	readonly keepsLongOutput?: boolean;
	/** Somebody else writes its results: the source for the fence around them. */
	readonly outside?: string;
}

/** Gives a tool's results their last form: too much text goes to an artifact, and notices say what is missing. */
export function finishTool<Params, Details>(
	tool: ToolDefinition<Params, Details>,
	options: FinishOptions = {},
): ToolDefinition<Params, Details> {
	return {
		...tool,
		async execute(params, call) {
			const output = await tool.execute(params, call).catch((error: unknown) => {
				throw shortened(error, options.limits);
			});
			const short = options.keepsLongOutput ? output : spilled(output, tool.name, options);
			return withNotices(options.outside === undefined ? short : fencedOutput(short, options.outside));
		},
	};
}

/** What went wrong can be told in few words; a text that came along is not worth more than that. */
function shortened(error: unknown, limits = defaultOutputLimits): unknown {
	const elided = error instanceof ToolError ? elide(error.message, limits) : undefined;
	return elided ? new ToolError(elided.text, { cause: error }) : error;
}

/** `undefined` for what is short enough; without the truncation when it only took folding. */
function elide(text: string, limits: OutputLimits): (Pick<Elided, "text"> & Partial<Elided>) | undefined {
	if (text.length * 3 <= limits.maxBytes || Buffer.byteLength(text) <= limits.maxBytes) return undefined;
	const window = new LineWindow({ ...limits, maxColumns: 0 });
	window.push(text);
	const whole = window.whole();
	return whole === undefined ? window.elided() : { text: whole };
}

function spilled<Details>(output: ToolOutput<Details>, toolName: string, options: FinishOptions): ToolOutput<Details> {
	const { limits = defaultOutputLimits, artifacts } = options;
	const { text, replaceText } = findText(output);
	const elided = readMeta(output)?.truncation?.artifactId === undefined ? elide(text, limits) : undefined;
	if (!elided) return output;
	if (!elided.truncation) return { ...output, content: replaceText(elided.text) };
	const artifactId = savedAs(text, toolName, artifacts);
	const truncation = { ...elided.truncation, ...(artifactId !== undefined && { artifactId }) };
	const meta: OutputMeta = { ...readMeta(output), truncation };
	return { ...output, content: replaceText(elided.text), details: { ...output.details, meta } as Details };
}

function fencedOutput<Details>(output: ToolOutput<Details>, source: string): ToolOutput<Details> {
	const { text, replaceText } = findText(output);
	return text === "" ? output : { ...output, content: replaceText(fenced(text, source)) };
}

function savedAs(text: string, toolName: string, artifacts: ArtifactSpace | undefined): string | undefined {
	try {
		return artifacts?.save(toolName, text).id;
	} catch {
		// Without the artifact the result is only shorter.
		return undefined;
	}
}

function withNotices<Details>(output: ToolOutput<Details>): ToolOutput<Details> {
	const notices = formatNotices(readMeta(output) ?? {});
	if (notices.length === 0) return output;
	const { text, replaceText } = findText(output);
	return { ...output, content: replaceText(`${text.replace(/\n$/, "")}\n\n${notices.join("\n")}`) };
}

/** The last text of a result, and the result's content with another in its place. */
function findText(output: ToolOutput): { text: string; replaceText: (text: string) => ToolOutput["content"] } {
	if (typeof output.content === "string") return { text: output.content, replaceText: (text) => text };
	const blocks = contentBlocks(output.content);
	const index = blocks.findLastIndex((block) => block.type === "text");
	const block = blocks[index];
	return {
		text: block?.type === "text" ? block.text : "",
		replaceText: (text) =>
			block
				? blocks.map((other) => (other === block ? { ...block, text } : other))
				: [...blocks, { type: "text", text }],
	};
}

function readMeta(output: ToolOutput): OutputMeta | undefined {
	const details = output.details as { readonly meta?: OutputMeta } | undefined;
	return details?.meta;
}
