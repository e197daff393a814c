import type { AgentTool, ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { SettingsSection } from "@oh-my-pi/pi-utils/settings/setting";
import { finishTool } from "../output/finish-tool.ts";
import type { ToolServices } from "../services/services.ts";
import type { ToolSample } from "../view/tool-sample.ts";

/** A tool as the registry lists it: what is known of it, its settings, and how it is made. */
export interface BuiltInTool extends ToolTraits {
	/** A few words for `omp --help tools`; absent for tools that nobody asks for by name. */
	readonly summary?: string;
	readonly settings?: readonly SettingsSection[];
	/** A call for `omp gallery`, loaded only there. */
	readonly sample?: () => Promise<ToolSample>;
	/** `undefined` when the tool is of no use with these services; absent where the session makes it by other means. */
	readonly create?: (services: ToolServices) => AgentTool | undefined;
}

/** Makes the tools of a list, each with the last form of its results: cut, kept as an artifact, with notices. */
export function makeTools(list: readonly BuiltInTool[], services: ToolServices): AgentTool[] {
	const { output } = services;
	return list.flatMap(({ create }) => {
		const tool = create?.(services);
		return tool ? [finishTool(tool, { ...output, keepsLongOutput: tool.keepsLongOutput ?? false })] : [];
	});
}
