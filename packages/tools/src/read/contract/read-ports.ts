import type { PrivatePlaces, PrivateTemporary } from "@oh-my-pi/pi-policy/paths/resolve-path";
import type { Conflicts } from "../../files/conflicts/conflict-index.ts";
import type { EditorFiles } from "../../files/mutate/editor-files.ts";
import type { DisplayPreferences } from "../../files/snapshots/display-mode.ts";
import type { Snapshots } from "../../files/snapshots/snapshot-store.ts";
import type { ArtifactSpace } from "../../output/artifact-space.ts";
import type { ImageService } from "../../services/services.ts";
import type { WebAccess } from "../../services/web-access.ts";
import type { UrlRouter } from "../../urls/url-router.ts";
import type { HtmlBackend } from "../../web/fetched-page.ts";
import type { SummaryOptions } from "../summary/summarize.ts";
import type { PageCache } from "./page-cache.ts";

export interface ReadDeps {
	readonly cwd: () => string;
	readonly home: string;
	/** Where programs have a `/tmp` of their own. */
	readonly temporary?: PrivateTemporary | undefined;
	/** Where the user keeps keys. */
	readonly keyPlaces?: PrivatePlaces | undefined;
	readonly now: () => number;
	/** Lines shown when the call names no range. */
	readonly defaultLimit: number;
	/** Bytes of a line that are shown. */
	readonly maxColumns: number;
	readonly snapshots: Snapshots;
	readonly display: DisplayPreferences;
	readonly conflicts: Conflicts;
	readonly summarize: SummaryOptions;
	readonly images: ImageService;
	readonly urls?: UrlRouter;
	/** Web pages; without it their addresses are like those of any scheme. */
	readonly pages?: PageDeps;
	/** Whether the answer to a call is in the model's context already. */
	readonly isAbove?: (callId: string, text: string) => boolean;
	/** The editor that shows the session, if there is one. */
	readonly editor?: () => EditorFiles | undefined;
}

export interface PageDeps {
	readonly web: WebAccess;
	readonly isEnabled: () => boolean;
	readonly backend: () => HtmlBackend;
	readonly cache: PageCache;
	readonly artifacts?: ArtifactSpace;
}
