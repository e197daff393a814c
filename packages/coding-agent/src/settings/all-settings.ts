import { sections } from "./sections.ts";
import type { Setting } from "./setting.ts";

/** Every setting there is, in the order of the reference. */
export const allSettings: ReadonlyArray<Setting<unknown>> = sections.flatMap((entries) =>
	Object.values<Setting<unknown>>(entries),
);
