import { boolean, choice, integer, number, section, string } from "@oh-my-pi/pi-utils/settings/setting";

export const compactionSettings = section(
	"compaction",
	{
		enabled: boolean({
			default: true,
			label: "Compaction",
			help: "Summarize older messages when the context gets full.",
		}),
		midTurnEnabled: boolean({
			default: true,
			label: "Compact mid-turn",
			help: "Also check the context size between tool calls.",
		}),
		strategy: choice({
			default: "context-full",
			values: ["context-full", "handoff", "shake", "snapcompact", "off"],
			label: "Compaction strategy",
			help: "Strategy of automatic compaction.",
		}),
		thresholdPercent: number({
			default: -1,
			min: -1,
			max: 100,
			label: "Threshold (percent)",
			help: "Start at this percentage of the context; -1 uses the reserve.",
		}),
		thresholdTokens: integer({
			default: -1,
			min: -1,
			label: "Threshold (tokens)",
			help: "Start at this many tokens; overrides the percentage; -1 for none.",
		}),
		reserveTokens: integer({
			default: 16_384,
			min: 0,
			fileOnly: true,
			label: "Reserve",
			help: "Tokens kept free for the next turn.",
		}),
		keepRecentTokens: integer({
			default: 20_000,
			min: 0,
			fileOnly: true,
			label: "Keep recent messages",
			help: "Tokens of recent messages that are kept verbatim.",
		}),
		autoContinue: boolean({
			default: true,
			fileOnly: true,
			label: "Continue after compaction",
			help: "Continue automatically after compaction.",
		}),
		handoffSaveToDisk: boolean({
			default: false,
			label: "Save handoffs",
			help: "Save the text of an automatic handoff as a file.",
		}),
		remoteEnabled: boolean({
			default: true,
			label: "Remote summaries",
			help: "Let the provider or your own endpoint write the summary.",
		}),
		remoteStreamingV2Enabled: boolean({
			default: true,
			label: "Remote streaming",
			help: "Use the streaming form of remote summaries.",
		}),
		remoteEndpoint: string({
			fileOnly: true,
			label: "Summary endpoint",
			help: "Your own endpoint for summaries.",
		}),
		v2RetainedMessageBudget: integer({
			default: 64_000,
			min: 0,
			fileOnly: true,
			label: "Remote budget",
			help: "Tokens of messages that a streaming remote summary keeps.",
		}),
		idleEnabled: boolean({ default: false, label: "Compact while idle", help: "Compact while idle." }),
		idleThresholdTokens: integer({
			default: 200_000,
			min: 0,
			label: "Idle threshold",
			help: "Compact while idle above this many tokens.",
		}),
		idleTimeoutSeconds: integer({
			default: 300,
			min: 0,
			label: "Idle delay",
			help: "Seconds without input before compacting while idle.",
		}),
		supersedeReads: boolean({
			default: true,
			label: "Drop old reads",
			help: "Prune earlier reads of a file that was read again.",
		}),
		dropUseless: boolean({
			default: true,
			label: "Drop empty results",
			help: "Prune results that are empty or timed out.",
		}),
	},
	{ tab: "Context", group: "Compaction" },
);
