import type { Setting } from "@oh-my-pi/pi-utils/settings/setting";
import { sections } from "./sections.ts";

/** All settings, in the order of the reference. */
export const allSettings: ReadonlyArray<Setting<unknown>> = sections.flatMap((entries) =>
	Object.values<Setting<unknown>>(entries),
);
