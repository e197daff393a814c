import type { JsonSchema, ToolCall } from "@oh-my-pi/pi-ai/message";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { findTool } from "@oh-my-pi/pi-utils/text/tool-name";
import { coerce, unknownKeys } from "./coerce.ts";
import { frozenCopy } from "./frozen-copy.ts";
import type {
	AdaptedArguments,
	AgentTool,
	CallEffects,
	CallFacts,
	SuggestedRule,
	ToolApproval,
	ToolCallContext,
	ToolEffect,
	ToolOutput,
} from "./tool.ts";
import { ToolError } from "./tool.ts";
import { unknownTool } from "./unknown-tool.ts";

/**
 * A call whose arguments have the tool's one form and can no longer change. Only `normalizeCall` makes one, and whatever judges,
 * shows, hooks into or runs a call takes nothing else: what is judged is what runs.
 */
export class NormalizedCall implements ToolCall {
	readonly kind = "ready";
	readonly type = "toolCall";
	readonly id: string;
	readonly name: string;
	readonly intent?: string;
	/** Frozen, to the last level. */
	readonly arguments: Record<string, unknown>;
	/** What the model should know about how its arguments were read. */
	readonly notes: readonly string[];
	readonly #tool: AgentTool;

	private constructor({ id, name, intent }: ToolCall, read: ReadArguments) {
		this.id = id;
		this.name = name;
		if (intent !== undefined) this.intent = intent;
		this.arguments = frozenCopy(read.params);
		this.notes = read.notes;
		this.#tool = read.tool;
		Object.freeze(this);
	}

	/** The one way to a normalized call. `callable` are all tools that may be called, also those that the model is not told of. */
	static normalize(
		call: ToolCall,
		tools: readonly AgentTool[],
		callable: readonly AgentTool[] = tools,
	): NormalizedCall | RefusedCall {
		const read = readCall(call, tools, callable);
		return "reason" in read ? new RefusedCall(call, read.reason) : new NormalizedCall(call, read);
	}

	get tool(): AgentTool {
		return this.#tool;
	}

	/** `undefined` when the tool says nothing. */
	approval(): ToolApproval | undefined | Promise<ToolApproval> {
		const { approval } = this.#tool;
		return typeof approval === "function" ? approval(this.#params) : approval;
	}

	/** What it would touch; of a tool that does not say so, anything that its traits name. */
	async effects(): Promise<CallEffects> {
		return this.#tool.callEffects?.(this.#params) ?? possibleEffects(this.#tool);
	}

	approvalDetails(): readonly string[] {
		return this.#tool.approvalDetails?.(this.#params) ?? [];
	}

	approvalRule(): SuggestedRule | undefined | Promise<SuggestedRule | undefined> {
		return this.#tool.approvalRule?.(this.#params);
	}

	facts(): CallFacts {
		return this.#tool.facts?.(this.arguments) ?? {};
	}

	async isExclusive(): Promise<boolean> {
		const { concurrency } = this.#tool;
		return (typeof concurrency === "function" ? await concurrency(this.#params) : concurrency) === "exclusive";
	}

	execute(call: ToolCallContext): Promise<ToolOutput> {
		return this.#tool.execute(this.#params, call);
	}

	/** The one place where arguments are taken for what a tool's schema describes; they have been checked against it. */
	get #params(): never {
		return this.arguments as never;
	}
}

/** A call that cannot run, as it was written, with the words the model gets to read. */
export class RefusedCall implements ToolCall {
	readonly kind = "refused";
	readonly type = "toolCall";
	readonly id: string;
	readonly name: string;
	readonly intent?: string;
	readonly arguments: Record<string, unknown>;
	readonly reason: string;

	constructor({ id, name, intent, arguments: args }: ToolCall, reason: string) {
		this.id = id;
		this.name = name;
		if (intent !== undefined) this.intent = intent;
		this.arguments = args;
		this.reason = reason;
	}
}

/** What hooks see of a call: as it will run, or as it was written if it cannot. */
export type HookedCall = NormalizedCall | RefusedCall;

export function normalizeCall(
	call: ToolCall,
	tools: readonly AgentTool[],
	callable: readonly AgentTool[] = tools,
): HookedCall {
	return NormalizedCall.normalize(call, tools, callable);
}

/** A call of one tool that code makes; throws where the model would get to read what is wrong. */
export function buildCall(tool: AgentTool, args: object, id = tool.name): NormalizedCall {
	const call = normalizeCall({ type: "toolCall", id, name: tool.name, arguments: { ...args } }, [tool]);
	if (call.kind === "refused") throw new ToolError(call.reason);
	return call;
}

interface ReadArguments {
	readonly tool: AgentTool;
	readonly params: Record<string, unknown>;
	readonly notes: readonly string[];
}

function possibleEffects({ effects }: AgentTool): CallEffects {
	const may = (effect: ToolEffect) =>
		!effects || effects.includes("runs") || effects.includes(effect) ? "unknown" : [];
	return { runs: may("runs"), writes: may("writes"), reaches: may("network"), readsSecrets: [] };
}

/** As much of bad arguments as is shown: the model has written them and knows the rest. */
const maxShownChars = 200;

/** Finds the tool, checks the arguments and brings them into the tool's one form. */
function readCall(
	call: ToolCall,
	tools: readonly AgentTool[],
	callable: readonly AgentTool[],
): ReadArguments | { readonly reason: string } {
	const tool = findTool(call.name, tools) ?? findTool(call.name, callable);
	if (!tool) return { reason: unknownTool(call.name, tools) };
	const { __parseError, __rawJson } = call.arguments;
	if (typeof __rawJson === "string") {
		const reason = [
			`Validation failed for tool "${call.name}": Tool call arguments are not valid JSON.`,
			`Parse Error: ${__parseError}`,
			"Raw JSON:",
			shortened(__rawJson),
		].join("\n");
		return { reason };
	}
	const accepted = acceptedSchema(tool);
	const adapted = adaptedArguments(call, tool, accepted);
	const schema = adapted.schema ?? accepted;
	const { value, problems } = coerce(adapted.arguments, schema);
	const ignored = unknownKeys(adapted.arguments, schema);
	if (problems.length > 0 && !tool.lenientArguments) {
		const all = [...problems, ...ignored.map((name) => `${name}: ${strangerIn(tool)}`)];
		return { reason: refusal(call, all) };
	}
	const notes = [...adapted.notes, ...ignoredNote(ignored, tool)];
	const params = value as Record<string, unknown>;
	try {
		return { tool, params: tool.normalize?.(params) ?? params, notes };
	} catch (error) {
		return { reason: errorMessage(error) };
	}
}

function adaptedArguments(call: ToolCall, tool: AgentTool, schema: JsonSchema): AdaptedArguments {
	const args = call.arguments;
	const fits = unknownKeys(args, schema).length === 0 && coerce(args, schema).problems.length === 0;
	return (fits ? undefined : tool.adapt?.(withoutJsonTexts(args, schema))) ?? { arguments: args, notes: [] };
}

/** Lists and objects that came as JSON text, so that tools have to read them in one form only. */
function withoutJsonTexts(args: Readonly<Record<string, unknown>>, schema: JsonSchema): Record<string, unknown> {
	const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema | undefined>>;
	return Object.fromEntries(
		Object.entries(args).map(([name, value]) => {
			const type = Object.hasOwn(properties, name) ? properties[name]?.type : undefined;
			const isText = typeof value === "string" && (type === "array" || type === "object");
			const parsed = isText ? parsedIfJson(value) : value;
			return [name, typeof parsed === "object" ? parsed : value];
		}),
	);
}

function parsedIfJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// The schema says what is wrong with it.
		return text;
	}
}

function ignoredNote(ignored: readonly string[], tool: AgentTool): string[] {
	if (ignored.length === 0) return [];
	const names = ignored.map((name) => `\`${name}\``).join(", ");
	return [`Ignored ${names}: ${strangerIn(tool, ignored.length)}`];
}

function strangerIn(tool: AgentTool, count = 1): string {
	const known = Object.keys((tool.parameters.properties as object | undefined) ?? {});
	const what = count === 1 ? "unknown parameter" : "unknown parameters";
	return `${what} of ${tool.name}; expected: ${known.join(", ") || "none"}`;
}

function acceptedSchema(tool: AgentTool): JsonSchema {
	const { parameters, hiddenParameters } = tool;
	if (tool.acceptedSchema) return tool.acceptedSchema();
	if (!hiddenParameters) return parameters;
	return { ...parameters, properties: { ...(parameters.properties as object), ...hiddenParameters } };
}

function refusal(call: ToolCall, problems: readonly string[]): string {
	return [
		`Validation failed for tool "${call.name}":`,
		...problems.map((problem) => `  - ${problem}`),
		"",
		`Received: ${shortened(JSON.stringify(call.arguments))}`,
	].join("\n");
}

function shortened(text: string): string {
	return text.length > maxShownChars ? `${text.slice(0, maxShownChars)}… (${text.length} characters)` : text;
}
