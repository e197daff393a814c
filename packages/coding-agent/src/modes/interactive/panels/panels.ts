import { queuePanel } from "../queue/queue-panel.ts";
import { errorBanner } from "./error-banner.ts";
import { modelChipsPanel } from "./model-chips-panel.ts";
import type { Panel } from "./panel.ts";
import { todosPanel } from "./todos-panel.ts";

/** From top to bottom. */
export const panels: readonly Panel[] = [queuePanel, todosPanel, errorBanner, modelChipsPanel];
