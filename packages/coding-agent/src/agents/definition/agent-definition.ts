import { type ThinkingLevel, thinkingLevels } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import { builtInTools } from "@oh-my-pi/pi-tools/registry";
import type { AgentSource } from "@oh-my-pi/pi-tools/services/agent-service";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { toolsNamed } from "@oh-my-pi/pi-utils/text/tool-name";
import type { AgentFile } from "../../discovery/capabilities/agents.ts";
import { textField, textListField } from "../../discovery/files/frontmatter.ts";
import { jtdToJsonSchema } from "./jtd-schema.ts";

/** A kind of sub-agent that can be started. */
export interface AgentDefinition {
	readonly name: string;
	readonly description: string;
	/** Its part of the system prompt. */
	readonly systemPrompt: string;
	/** Names of tools; absent for the default set. */
	readonly tools?: readonly string[];
	/** Which agents it may start; none when empty. */
	readonly spawns: SpawnPolicy;
	/** Selectors, tried in order. */
	readonly model?: readonly string[];
	readonly thinkingLevel?: ThinkingLevel;
	/** JSON Schema of its result. */
	readonly output?: Readonly<Record<string, unknown>>;
	/** The parent waits for it. */
	readonly blocking?: boolean;
	readonly autoloadSkills?: readonly string[];
	/** False: files are read as they are. */
	readonly readSummarize?: boolean;
	/** Whether, or with which model, it continues after its first edit. */
	readonly prewalk?: boolean | string;
	/** Whether, or by which model, its work is reviewed. */
	readonly advisor?: boolean | string;
	readonly source: AgentSource;
	readonly filePath?: string;
}

export type SpawnPolicy = "*" | readonly string[];

/** Tools that only look; an agent with no others is marked as read-only. */
const readOnlyTools: ReadonlySet<string> = new Set([
	"read",
	"search",
	"find",
	"ast_grep",
	"lsp",
	"web_search",
	"irc",
	"job",
	"yield",
	"report_finding",
	"task",
]);

export function isReadOnly({ tools }: Pick<AgentDefinition, "tools">): boolean {
	return tools?.every((name) => readOnlyTools.has(name)) ?? false;
}

/** What a file says, with names of tools as omp has them. */
export function parseDefinition(file: Omit<AgentFile, "level" | "text">, source: AgentSource): AgentDefinition {
	const { frontmatter: fields } = file;
	const tools = file.tools && !file.tools.includes("*") ? toolNames(file.tools) : undefined;
	const model = (file.model ?? []).flatMap((selector) => claudeModels[selector.toLowerCase()] ?? [selector]);
	const level = textField(fields.thinkingLevel) ?? textField(fields.thinking);
	const thinkingLevel = thinkingLevels.find((known) => known === level?.toLowerCase());
	const schema = withoutCycles(fields.output);
	const output = isRecord(schema) ? jtdToJsonSchema(schema) : undefined;
	const skills = textListField(fields.autoloadSkills ?? fields.skills).flatMap((text) =>
		text.split(",").map((name) => name.trim()),
	);
	const { blocking, readSummarize } = fields;
	const prewalk = parseModelSwitch(fields.prewalk);
	const advisor = parseModelSwitch(fields.advisor);
	return {
		name: file.name,
		description: file.description.replace(/\s+/g, " "),
		systemPrompt: file.content,
		...(tools && { tools }),
		spawns: parseSpawns(fields.spawns, file.spawns, tools),
		...(model.length > 0 && { model }),
		...(thinkingLevel && { thinkingLevel }),
		...(output && { output }),
		...(isTrue(blocking) && { blocking: true }),
		...(skills.length > 0 && { autoloadSkills: skills }),
		...((readSummarize === false || readSummarize === "false") && { readSummarize: false }),
		...(prewalk !== undefined && { prewalk }),
		...(advisor !== undefined && { advisor }),
		source,
		...(source !== "bundled" && { filePath: file.path }),
	};
}

function parseSpawns(
	value: unknown,
	list: readonly string[] | undefined,
	tools: readonly string[] | undefined,
): SpawnPolicy {
	if (value === undefined || value === null) return tools?.includes("task") ? "*" : [];
	if (value === true || list?.includes("*")) return "*";
	return value === false ? [] : (list ?? []);
}

/** What Claude Code's agents say instead of a selector, with our role for those without such a model. */
const claudeModels: Readonly<Record<string, readonly string[]>> = {
	inherit: [],
	haiku: ["haiku", "@smol"],
	sonnet: ["sonnet", "default"],
	opus: ["opus", "@slow"],
};

/** `Read, Bash(git:*)`, `exec` and other names, as omp's own names. */
export function toolNames(texts: readonly string[]): string[] {
	const names = texts.flatMap((text) => {
		const name = text.replace(/\(.*\)$/, "").trim();
		if (name.startsWith("mcp__")) return [name];
		const known = toolsNamed(name, builtInTools).map((tool) => tool.name);
		return known.length > 0 ? known : [name.toLowerCase()];
	});
	return [...new Set(names.filter((name) => name !== ""))];
}

/** Yes, no, or the model for it. */
export function parseModelSwitch(value: unknown): boolean | string | undefined {
	if (typeof value === "boolean") return value;
	const text = textField(value);
	return text === "true" || text === "false" ? text === "true" : text;
}

/** YAML can refer to itself; such a value cannot be sent to a model. */
function withoutCycles(value: unknown): unknown {
	try {
		return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
	} catch {
		return undefined;
	}
}

function isTrue(value: unknown): boolean {
	return value === true || value === "true";
}
