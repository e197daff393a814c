import { boolean, choice, integer, number, section, string } from "@oh-my-pi/pi-utils/settings/setting";

export const compactionSettings = section(
	"compaction",
	{
		enabled: boolean({ default: true, label: "Compaction", help: "Sum up the history when the context gets full." }),
		midTurnEnabled: boolean({
			default: true,
			label: "Between tool calls",
			help: "Look at the size between rounds of tool calls too.",
		}),
		strategy: choice({
			default: "context-full",
			values: ["context-full", "handoff", "shake", "snapcompact", "off"],
			label: "Method",
			help: "How the history is made shorter.",
		}),
		thresholdPercent: number({
			default: -1,
			min: -1,
			max: 100,
			label: "At percent",
			help: "Start when the context is this full; -1 goes by the reserve.",
		}),
		thresholdTokens: integer({
			default: -1,
			min: -1,
			label: "At tokens",
			help: "Start at this many tokens, whatever the percentage; -1 for none.",
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
			label: "Keep recent",
			help: "Tokens of the latest messages that stay word for word.",
		}),
		autoContinue: boolean({
			default: true,
			fileOnly: true,
			label: "Go on",
			help: "Go on by itself after a compaction.",
		}),
		handoffSaveToDisk: boolean({
			default: false,
			label: "Save handoffs",
			help: "Save the text of an automatic handoff as a file.",
		}),
		remoteEnabled: boolean({
			default: true,
			label: "Remote summaries",
			help: "Let the provider or an endpoint of yours make the summary.",
		}),
		remoteStreamingV2Enabled: boolean({
			default: true,
			label: "Remote streaming",
			help: "Use the streaming form of remote summaries.",
		}),
		remoteEndpoint: string({
			fileOnly: true,
			label: "Summary endpoint",
			help: "An endpoint of yours that makes summaries.",
		}),
		v2RetainedMessageBudget: integer({
			default: 64_000,
			min: 0,
			fileOnly: true,
			label: "Remote budget",
			help: "Tokens of messages that a streaming remote summary keeps.",
		}),
		idleEnabled: boolean({ default: false, label: "While idle", help: "Compact while nobody types." }),
		idleThresholdTokens: integer({
			default: 200_000,
			min: 0,
			label: "Idle size",
			help: "Compact while idle above this many tokens.",
		}),
		idleTimeoutSeconds: integer({
			default: 300,
			min: 0,
			label: "Idle wait",
			help: "Seconds without input before compacting while idle.",
		}),
		supersedeReads: boolean({
			default: true,
			label: "Drop old reads",
			help: "Leave out earlier reads of a file that was read again.",
		}),
		dropUseless: boolean({
			default: true,
			label: "Drop empty results",
			help: "Leave out results that are empty or timed out.",
		}),
	},
	{ tab: "Context", group: "Compaction" },
);
