import { defineTool, type ToolCallContext, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { CommandRule } from "@oh-my-pi/pi-policy/rules/command-rules";
import { commandRules } from "../bash/preferences.ts";
import { boxFact } from "../box/box-fact.ts";
import type { BoxService } from "../box/box-service.ts";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import { judgedCalls } from "../contract/judged-calls.ts";
import { toolSettings } from "../contract/settings.ts";
import type { Cell, EvalLanguage } from "../kernels/cell.ts";
import type { ArtifactSpace } from "../output/artifact-space.ts";
import type { OutputLimits } from "../output/output-limits.ts";
import type { KernelService, ToolServices } from "../services/services.ts";
import { adaptCells, parseCells } from "./cells.ts";
import prompt from "./prompt.md" with { type: "text" };
import type { EvalDetails } from "./result.ts";
import { evalSettings, juliaSettings, pythonSettings, rubySettings } from "./settings.ts";

export interface EvalDeps extends KernelService {
	/** The box that kernels run in; absent where there is none. */
	readonly box?: BoxService | undefined;
	/** Those that are switched on; at least one. */
	readonly languages: readonly EvalLanguage[];
	readonly cwd: () => string;
	readonly home?: string;
	/** Where omp keeps its keys. */
	readonly agentDir?: string;
	/** The user's rules for commands, which count for programs that code starts. */
	readonly commandRules?: () => readonly CommandRule[];
	readonly now: () => number;
	readonly maxTimeoutSeconds?: number;
	readonly artifacts?: ArtifactSpace;
	readonly limits?: OutputLimits;
}

const traits: ToolTraits = {
	name: "eval",
	aliases: ["python", "js", "javascript", "ipython", "jupyter", "code_interpreter"],
	partOf: ["exec"],
	effects: ["reads", "writes", "runs", "network"],
	strict: true,
	view: async () => (await import("./view.ts")).evalView,
};

export const evalCells: BuiltInTool = {
	...traits,
	summary: "Run Python and JavaScript with persistent state",
	sample: async () => (await import("./sample.data.ts")).evalSample,
	settings: [evalSettings, pythonSettings, rubySettings, juliaSettings],
	create: (services: Pick<ToolServices, "settings" | "workspace" | "output" | "kernels" | "shell" | "box">) => {
		const { settings, workspace, output, kernels, box } = services;
		const languages = (["py", "js"] as const).filter((language) => isOn(language, services));
		if (languages.length === 0) return undefined;
		const maxTimeoutSeconds = settings.get(toolSettings.maxTimeout);
		const rules = () => commandRules(services);
		return evalTool({ ...workspace, ...output, ...kernels, box, languages, maxTimeoutSeconds, commandRules: rules });
	},
};

/** The environment has the last word about a language. */
function isOn(language: "py" | "js", { settings, workspace }: Pick<ToolServices, "settings" | "workspace">): boolean {
	const forced = workspace.env[`PI_${language.toUpperCase()}`]?.toLowerCase();
	if (forced) return !["0", "false", "no", "off"].includes(forced);
	return settings.get(language === "py" ? evalSettings.py : evalSettings.js);
}

const maxShownCode = 2000;

/** The arguments of a call, normalized. */
export interface EvalParams {
	readonly cells: readonly Cell[];
}

const cellParts = {
	code: { type: "string" },
	title: { type: "string" },
	timeout: { type: "number", description: "Seconds, default 30; 0 = none" },
	reset: { type: "boolean", description: "Forget everything first" },
} as const;

export function evalTool(deps: EvalDeps) {
	const parameters = {
		type: "object",
		properties: {
			cells: {
				type: "array",
				minItems: 1,
				items: {
					type: "object",
					properties: {
						language: { type: "string", enum: deps.languages },
						...cellParts,
					},
					required: ["language", "code"],
					additionalProperties: false,
				},
			},
		},
		required: ["cells"],
		additionalProperties: false,
	} as const;
	return defineTool({
		...traits,
		label: "Eval",
		prompt,
		asksIntent: true,
		parameters,
		...judgedCalls(
			({ cells }: EvalParams) => ({
				kind: "code",
				codes: cells.map(({ code }) => code),
				isOutside: cells.some(({ language }) => language !== "py"),
			}),
			() => ({
				home: deps.home ?? "",
				agentDir: deps.agentDir,
				cwd: deps.cwd(),
				rules: deps.commandRules?.() ?? [],
				...boxFact(deps.box),
			}),
		),
		approvalDetails: ({ cells }) => cells.map(({ language, code }) => `${language}: ${shortened(code)}`),
		concurrency: "exclusive",
		loadMode: "essential",
		lenientArguments: true,
		// A single cell may stand at the top.
		hiddenParameters: { language: { type: "string" }, ...cellParts },
		adapt: adaptCells,
		normalize: (args) => ({ cells: parseCells(args, deps.languages) }),
		execute: async (params: EvalParams, call: ToolCallContext<EvalDetails>) =>
			(await import("./execute.ts")).executeEval(params, call, deps),
	});
}

function shortened(code: string): string {
	return code.length > maxShownCode ? `${code.slice(0, maxShownCode)}…` : code;
}
