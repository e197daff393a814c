import { queuePanel } from "../queue/queue-panel.ts";
import type { Panel } from "./panel.ts";

/** From top to bottom. */
export const panels: readonly Panel[] = [queuePanel];
