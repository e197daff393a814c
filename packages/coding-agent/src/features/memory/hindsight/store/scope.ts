import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import { projectLabel } from "../../contract/project-label.ts";
import { hindsightSettings as keys } from "../../settings/hindsight.ts";
import type { TagFilter } from "../client/hindsight-client.ts";

const defaultBank = "omp";

/** Which bank a project uses, and how its memories are marked there. */
export interface HindsightScope {
	readonly bank: string;
	readonly label: string;
	/** Of what is stored. */
	readonly tags: readonly string[];
	/** Of what is recalled: the project's own, and what no project has marked. */
	readonly filter: TagFilter | undefined;
}

export function hindsightScope(settings: SettingsReader, cwd: string): HindsightScope {
	const label = projectLabel(cwd);
	const prefix = settings.get(keys.bankIdPrefix);
	const base = `${prefix ? `${prefix}-` : ""}${settings.get(keys.bankId) || defaultBank}`;
	switch (settings.get(keys.scoping)) {
		case "global":
			return { bank: base, label, tags: [], filter: undefined };
		case "per-project":
			return { bank: `${base}-${label}`, label, tags: [], filter: undefined };
		case "per-project-tagged": {
			const tags = [`project:${label}`];
			return { bank: base, label, tags, filter: { tags, tags_match: "any" } };
		}
	}
}
