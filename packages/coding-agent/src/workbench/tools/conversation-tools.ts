import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ToolSource } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { type BuiltInTool, makeTools } from "@oh-my-pi/pi-tools/contract/built-in-tool";
import { editSettings } from "@oh-my-pi/pi-tools/edit/settings";
import { EditMemory } from "@oh-my-pi/pi-tools/services/edit-memory";
import { chooseEditMode, type EditMode } from "@oh-my-pi/pi-tools/services/edit-mode";
import type { ToolServices } from "@oh-my-pi/pi-tools/services/services";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import { wantedTools } from "./wanted-tools.ts";

/** Which of the built-in tools a conversation has. */
export interface ToolChoice {
	/** By name; all of them by default. */
	readonly toolNames?: readonly string[];
	readonly noTools?: boolean;
	/** Filters or extends the tools; additions form the source `sdk`. */
	readonly chooseTools?: (found: readonly AgentTool[]) => readonly AgentTool[];
}

/** The tools of a conversation as sources: `builtin`, and `sdk` for those that an embedder adds. */
export function builtInSources(
	list: readonly BuiltInTool[],
	choice: ToolChoice,
	services: Omit<ToolServices, "editing">,
	{ env, warn, toolsDependOn }: Pick<BuiltInSourceParts, "env" | "warn" | "toolsDependOn">,
): ToolSource[] {
	const { toolNames, noTools, chooseTools } = choice;
	const builtIn = noTools
		? { id: "builtin", tools: () => [] }
		: builtInSource(list, { services, env, warn, toolsDependOn, ...(toolNames && { wanted: toolNames }) });
	return chooseTools ? changedSources(builtIn, chooseTools) : [builtIn];
}

function changedSources(source: ToolSource, change: NonNullable<ToolChoice["chooseTools"]>): ToolSource[] {
	let last: { readonly found: readonly AgentTool[]; readonly tools: readonly AgentTool[] } | undefined;
	const changed = (model: Model | undefined) => {
		const found = source.tools(model);
		if (last?.found !== found) last = { found, tools: change(found) };
		return last;
	};
	const part = (model: Model | undefined, isOurs: boolean) => {
		const { found, tools } = changed(model);
		return tools.filter((tool) => found.includes(tool) === isOurs);
	};
	return [
		{ id: source.id, tools: (model) => part(model, true) },
		{ id: "sdk", tools: (model) => part(model, false) },
	];
}

export function isSwitchedOn(tool: Pick<AgentTool, "switch">, settings: SettingsReader): boolean {
	return tool.switch === undefined || settings.get(tool.switch);
}

interface BuiltInSourceParts {
	readonly services: Omit<ToolServices, "editing">;
	readonly env: Host["env"];
	readonly warn: (notice: string) => void;
	/** Another value makes the tools anew: what their descriptions name. */
	readonly toolsDependOn?: (() => readonly unknown[]) | undefined;
	/** Names from the command line; all tools when absent. */
	readonly wanted?: readonly string[];
}

/** Tools, and what they were made for. */
interface MadeTools {
	readonly mode: EditMode;
	readonly agentList: string;
	readonly dependencies: readonly unknown[];
	readonly tools: readonly AgentTool[];
}

/** Creates the tools for the edit mode of the current model. Throws for an unknown name. */
export function builtInSource(list: readonly BuiltInTool[], parts: BuiltInSourceParts): ToolSource {
	const { services, env, wanted, toolsDependOn = () => [] } = parts;
	const { settings } = services;
	const memory = new EditMemory();
	// Caches the last edit mode only: switching back and forth is rare.
	let made: MadeTools | undefined;
	// The agents are named in the description of a tool; their files are read after the first tools are made.
	const currentAgentList = () => services.agents?.spawning?.agentList() ?? "";
	const make = (mode: EditMode): MadeTools => {
		const agentList = currentAgentList();
		const dependencies = toolsDependOn();
		const tools = makeTools(list, { ...services, editing: { mode, memory } });
		if (!wanted) return { mode, agentList, dependencies, tools };
		const isOn = (tool: AgentTool) => isSwitchedOn(tool, settings);
		// Once is enough: the tools are made again when the edit mode changes.
		const warn = made === undefined ? parts.warn : () => {};
		return { mode, agentList, dependencies, tools: wantedTools(wanted, { tools, isOn, registered: list, warn }) };
	};
	made = make(editModeFor(undefined, settings, env));
	return {
		id: "builtin",
		tools(model) {
			const mode = editModeFor(model, settings, env);
			if (made?.mode !== mode || made.agentList !== currentAgentList() || !areSame(made.dependencies, toolsDependOn()))
				made = make(mode);
			return made.tools;
		},
	};
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
	return some.length === others.length && some.every((value, index) => value === others[index]);
}

/** The edit format of a model. */
function editModeFor(model: Model | undefined, settings: SettingsReader, env: Host["env"]): EditMode {
	return chooseEditMode({
		...(model && { model: selectorOf(model) }),
		modelVariants: settings.get(editSettings.modelVariants),
		...(env.PI_EDIT_VARIANT && { forced: env.PI_EDIT_VARIANT }),
		preferred: settings.get(editSettings.mode),
		strict: Boolean(env.PI_STRICT_EDIT_MODE),
	});
}
