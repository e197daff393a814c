import { boolean, choice, integer, number, section } from "@oh-my-pi/pi-utils/settings/setting";
import { localClassifierModels } from "./local-models.data.ts";

export const memorySettings = section(
	"memory",
	{
		backend: choice({
			default: "off",
			values: ["off", "local", "hindsight", "mnemopi"],
			label: "Memory",
			help: "What remembers things from session to session.",
		}),
	},
	{ tab: "Memory", group: "General" },
);

export const memoryModelSettings = section(
	"providers",
	{
		memoryModel: choice({
			default: "online",
			values: localClassifierModels,
			label: "Memory model",
			help: "The model that works for the memory.",
		}),
	},
	{ tab: "Memory", group: "General" },
);

export const autolearnSettings = section(
	"autolearn",
	{
		enabled: boolean({ default: false, label: "Learn", help: "Keep lessons when a turn ends." }),
		autoContinue: boolean({
			default: false,
			label: "Learn and go on",
			help: "Go on by itself after a lesson was kept.",
		}),
		minToolCalls: integer({
			default: 5,
			min: 0,
			label: "Worth a lesson",
			help: "Tool calls a turn needs before it can teach something.",
		}),
	},
	{ tab: "Memory", group: "Lessons" },
);

const limit = (value: number, label: string, help: string) =>
	integer({ default: value, min: 0, fileOnly: true, label, help });

export const localMemorySettings = section(
	"memories",
	{
		enabled: boolean({
			default: false,
			fileOnly: true,
			label: "Local memory (old)",
			help: "The old switch; true means memory.backend: local.",
		}),
		maxRolloutsPerStartup: limit(64, "Sessions a start", "Sessions looked at after a start."),
		maxRolloutAgeDays: limit(30, "Oldest session", "Days after which a session is not looked at any more."),
		minRolloutIdleHours: limit(12, "Rest", "Hours a session must have rested."),
		threadScanLimit: limit(300, "Scanned sessions", "Session files considered at most."),
		maxRawMemoriesForGlobal: limit(200, "Raw memories", "Raw memories that go into the summary."),
		stage1Concurrency: limit(8, "Parallel extractions", "Sessions read at the same time."),
		stage1LeaseSeconds: limit(120, "Extraction lease", "Seconds one process may take for a session."),
		stage1RetryDelaySeconds: limit(120, "Extraction retry", "Seconds before a failed session is tried again."),
		phase2LeaseSeconds: limit(180, "Summary lease", "Seconds one process may take for the summary."),
		phase2RetryDelaySeconds: limit(180, "Summary retry", "Seconds before a failed summary is tried again."),
		phase2HeartbeatSeconds: limit(30, "Summary heartbeat", "Seconds between signs of life."),
		rolloutPayloadPercent: number({
			default: 0.7,
			min: 0,
			max: 1,
			fileOnly: true,
			label: "Session share",
			help: "The part of a model's context that a session may fill.",
		}),
		phase1InputTokenLimit: limit(4000, "Extraction input", "Tokens of a session given to the model."),
		fallbackTokenLimit: limit(16_000, "Fallback input", "Tokens given to a model of unknown context."),
		summaryInjectionTokenLimit: limit(5000, "Summary in prompt", "Tokens of the summary put into the prompt."),
	},
	{ tab: "Memory", group: "Local" },
);
