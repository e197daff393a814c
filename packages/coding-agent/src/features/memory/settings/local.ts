import { boolean, integer, number, section } from "@oh-my-pi/pi-utils/settings/setting";

const limit = (value: number, label: string, help: string) =>
	integer({ default: value, min: 0, fileOnly: true, label, help });

export const localMemorySettings = section(
	"memories",
	{
		enabled: boolean({
			default: false,
			project: "free",
			fileOnly: true,
			label: "Local memory (old)",
			help: "Deprecated; true means memory.backend: local.",
		}),
		maxRolloutsPerStartup: limit(64, "Sessions per startup", "Sessions processed after startup."),
		maxRolloutAgeDays: limit(30, "Maximum session age", "Days after which a session is ignored."),
		minRolloutIdleHours: limit(12, "Idle time", "Hours a session must be idle before it is processed."),
		threadScanLimit: limit(300, "Scanned sessions", "Maximum session files scanned."),
		maxRawMemoriesForGlobal: limit(200, "Raw memories", "Raw memories that go into the summary."),
		stage1Concurrency: limit(8, "Parallel extractions", "Sessions processed in parallel."),
		stage1LeaseSeconds: limit(120, "Extraction lease", "Lease of a session in seconds."),
		stage1RetryDelaySeconds: limit(120, "Extraction retry", "Seconds before a failed session is retried."),
		phase2LeaseSeconds: limit(180, "Summary lease", "Lease of the summary in seconds."),
		phase2RetryDelaySeconds: limit(180, "Summary retry", "Seconds before a failed summary is retried."),
		phase2HeartbeatSeconds: limit(30, "Summary heartbeat", "Seconds between heartbeats."),
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
	{ project: "trust" },
);
