import { Registry } from "@oh-my-pi/pi-utils/registry";
import { agentsPanel } from "./agents-panel.ts";
import { errorBanner } from "./error-banner.ts";
import { featuresPanel } from "./features-panel.ts";
import { modelCyclePanel } from "./model-cycle-panel.ts";
import type { Panel } from "./panel.ts";
import { queuePanel } from "./queue-panel.ts";
import { todosPanel } from "./todos-panel.ts";

/** The panels above the editor, from top to bottom. */
export function builtInPanels(): Registry<Panel> {
	return new Registry([
		["queue", queuePanel],
		["todos", todosPanel],
		["agents", agentsPanel],
		["features", featuresPanel],
		["error", errorBanner],
		["model-cycle", modelCyclePanel],
	]);
}
