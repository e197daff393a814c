import type { Feature } from "../contract/feature.ts";

/** Python and JavaScript kernels for the tool `eval` and the user's `$` lines. Started when a cell first runs. */
export const kernelsFeature: Feature = {
	name: "kernels",
	start: async (start) => (await import("./start-kernels.ts")).startKernels(start),
};
