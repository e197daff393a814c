import type { OpenUndoEngine } from "./contract/undo-engine.ts";
import { UndoSession } from "./engine/undo-session.ts";

export const openUndoEngine: OpenUndoEngine = async (options) => UndoSession.open(options);
