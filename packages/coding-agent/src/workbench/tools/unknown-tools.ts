import type { ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { plannedTools } from "@oh-my-pi/pi-tools/planned-tools.data";
import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import { findTool } from "@oh-my-pi/pi-utils/text/tool-name";
import { isSwitchedOn } from "./conversation-tools.ts";

/** Why a session lacks a tool that omp knows, in words for a model that calls it. */
export function whyAbsent(
	called: string,
	registered: readonly ToolTraits[],
	settings: SettingsReader,
): string | undefined {
	const known = findTool(called, registered);
	if (known?.switch && !isSwitchedOn(known, settings)) {
		return `The tool ${known.name} is switched off. Only the user can switch it on: omp config set ${known.switch.key} true`;
	}
	if (known) return `The tool ${known.name} is not available in this session.`;
	const planned = findTool(called, plannedTools);
	return planned && `The tool ${planned.name} is not available yet.`;
}
