import { choice, section } from "@oh-my-pi/pi-utils/settings/setting";
import { localClassifierModels } from "../../../settings/sections/model/local-models.data.ts";

export const memorySettings = section(
	"memory",
	{
		backend: choice({
			default: "off",
			values: ["off", "local", "hindsight", "mnemopi"],
			nextSession: true,
			label: "Memory",
			help: "Memory across sessions.",
		}),
	},
	{ tab: "Memory", group: "General", before: "Lessons" },
	{ project: "trust" },
);

export const memoryModelSettings = section(
	"providers",
	{
		memoryModel: choice({
			default: "online",
			values: localClassifierModels,
			label: "Memory model",
			help: "The model used by the memory.",
		}),
	},
	{ tab: "Memory", group: "General", before: "Lessons" },
	{ project: "trust", onlyWith: { key: "memory.backend", value: "mnemopi" } },
);
