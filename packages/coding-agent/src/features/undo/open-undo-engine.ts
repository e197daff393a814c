import type { OpenUndoEngine, OpenUndoRecord } from "./contract/undo-engine.ts";
import { RecordReader } from "./engine/undo-record.ts";
import { UndoSession } from "./engine/undo-session.ts";

export const openUndoEngine: OpenUndoEngine = async (options) => UndoSession.open(options);

export const openUndoRecord: OpenUndoRecord = async (options) => new RecordReader(options);
