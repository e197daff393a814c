import type { Conflicts } from "../../files/conflicts/conflict-index.ts";
import type { MutationPorts } from "../../files/mutate/ports.ts";
import type { DisplayPreferences } from "../../files/snapshots/display-mode.ts";
import type { PendingActions } from "../../services/pending-actions.ts";
import type { UrlRouter } from "../../urls/url-router.ts";

export interface WritePorts extends MutationPorts {
	readonly display: DisplayPreferences;
	/** Time stamps of archive members. */
	readonly now: () => number;
	readonly urls?: UrlRouter;
	readonly conflicts?: Conflicts;
	/** For those who write to `xd://resolve` instead of calling the tool. */
	readonly pending?: PendingActions;
}
