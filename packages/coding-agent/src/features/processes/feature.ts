import type { Feature } from "../contract/feature.ts";

/** Programs that the tool `launch` keeps running; each is a job of the conversation that started it. */
export const processesFeature: Feature = {
	name: "processes",
	start: async (start) => (await import("./start-processes.ts")).startProcesses(start),
};
