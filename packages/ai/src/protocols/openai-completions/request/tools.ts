import { strictToolsAllowed } from "../../../adapt/strict-tools.ts";
import type { ResolvedCompat } from "../../../compat/resolve.ts";
import { isForced, type JsonSchema, namedTool, type Tool, type ToolChoice } from "../../../message.ts";
import type { ModelCall } from "../../../protocol/protocol.ts";
import { normalizeForGrammar } from "../../../schema/grammar.ts";
import { normalizeForMoonshot } from "../../../schema/moonshot.ts";
import { normalizeForOpenAi, type OpenAiParameters } from "../../../schema/openai.ts";

export interface OfferedTool extends OpenAiParameters {
	readonly tool: Tool;
}

/** The tools with schemas that the host accepts; a tool whose schema cannot be fixed is left out. */
export function offeredTools(call: ModelCall, compat: ResolvedCompat): OfferedTool[] {
	const tools = call.context.tools ?? [];
	const mayBeStrict =
		compat.supportsStrictMode === true && compat.toolStrictMode !== "none" && strictToolsAllowed(call);
	const offer = (strict: boolean) =>
		tools.flatMap((tool) => {
			const parameters = parametersFor(tool.parameters, compat, strict && tool.strict !== false);
			return parameters ? [{ tool, ...parameters }] : [];
		});
	const offered = offer(mayBeStrict);
	const isMixed = offered.some(({ strict }) => !strict);
	return compat.toolStrictMode === "all_strict" && isMixed ? offer(false) : offered;
}

function parametersFor(schema: JsonSchema, compat: ResolvedCompat, strict: boolean): OpenAiParameters | undefined {
	if (compat.toolSchemaFlavor === "moonshot") return { parameters: normalizeForMoonshot(schema), strict: false };
	if (compat.toolSchemaFlavor === "grammar") return { parameters: normalizeForGrammar(schema), strict: false };
	return normalizeForOpenAi(schema, { strict });
}

export interface ChosenTools {
	readonly tools: readonly OfferedTool[];
	readonly choice?: "auto" | "none" | "required" | { readonly name: string };
	readonly forced: boolean;
}

/** The closest tool choice that the host supports. */
export function chooseTools(
	choice: ToolChoice | undefined,
	tools: readonly OfferedTool[],
	compat: ResolvedCompat,
): ChosenTools {
	const free: ChosenTools = { tools, forced: false };
	if (choice === undefined || tools.length === 0 || !compat.supportsToolChoice) return free;
	if (choice === "auto" || choice === "none") return { ...free, choice };
	if (typeof choice === "object" && choice.type === "computer") return free;
	const name = namedTool(choice);
	const named = tools.filter(({ tool }) => tool.name === name);
	if (name !== undefined && named.length === 0) return free;
	if (!isForced(choice)) return free;
	if (!compat.supportsForcedToolChoice) return { ...free, choice: "auto" };
	if (name === undefined) return { tools, choice: "required", forced: true };
	if (!compat.supportsNamedToolChoice) return { tools: named, choice: "required", forced: true };
	return { tools, choice: { name }, forced: true };
}
