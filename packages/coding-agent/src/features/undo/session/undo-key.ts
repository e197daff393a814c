import type { FeatureKey } from "../../../workbench/feature-definition.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { RunningFeature } from "../../../workbench/running-feature.ts";
import type { SessionUndo } from "./session-undo.ts";

export interface RunningUndo extends RunningFeature {
	/** What was recorded in the session; its code is loaded with the first use. */
	undoOf(session: Pick<OpenedConversation, "conversation">): Promise<SessionUndo>;
}

export const undoKey: FeatureKey<RunningUndo> = { name: "undo" };
