import { boolean, choice, integer, record, section, string, textList } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Tasks", group: "Subagents" } as const;
const isolation = { tab: "Tasks", group: "Isolation" } as const;

export const taskSettings = section(
	"task",
	{
		eager: choice({
			default: "default",
			values: ["default", "preferred", "always"],
			label: "Delegate",
			help: "How strongly the model is told to use subagents.",
		}),
		batch: boolean({ default: true, label: "Batches", help: "Let one call start many subagents." }),
		enableEffort: boolean({ default: false, label: "Effort", help: "Let the model say how hard a subagent thinks." }),
		maxEffort: choice({
			default: "max",
			values: ["minimal", "low", "medium", "high", "xhigh", "max"],
			label: "Most effort",
			help: "The most a subagent may think.",
		}),
		maxConcurrency: integer({ default: 32, min: 1, label: "At once", help: "Subagents that work at the same time." }),
		maxRecursionDepth: integer({ default: 2, min: 0, label: "Depth", help: "How deep subagents may start others." }),
		maxRuntimeMs: integer({
			default: 0,
			min: 0,
			label: "Longest run",
			help: "Milliseconds a subagent may take; 0 for any.",
		}),
		agentIdleTtlMs: integer({
			default: 420_000,
			min: 0,
			label: "Idle time",
			help: "Milliseconds before an idle subagent is put away.",
		}),
		softRequestBudget: integer({
			default: 200,
			min: 0,
			label: "Requests",
			help: "Requests after which a subagent is told to come to an end.",
		}),
		softRequestBudgetNotice: boolean({ default: true, label: "Say so", help: "Tell the subagent about that number." }),
		enableLsp: boolean({ default: false, label: "LSP in tasks", help: "Give subagents language servers." }),
		prewalk: boolean({
			default: false,
			label: "Prewalk in tasks",
			help: "Let subagents plan on the strong model.",
		}),
		disabledAgents: textList({
			default: [],
			fileOnly: true,
			label: "Agents off",
			help: "Agents that are not offered.",
		}),
		agentModelOverrides: record({ default: {}, fileOnly: true, label: "Agent models", help: "Agent to model." }),
		agentPrewalk: record<unknown>({
			default: {},
			problemWithEntry: () => undefined,
			fileOnly: true,
			label: "Agent prewalk",
			help: "Agent to prewalk.",
		}),
		agentAdvisor: record<unknown>({
			default: {},
			problemWithEntry: () => undefined,
			fileOnly: true,
			label: "Agent advisors",
			help: "Agent to advisor.",
		}),
	},
	place,
);

export const isolationSettings = section(
	"task.isolation",
	{
		mode: choice({
			default: "none",
			values: ["none", "auto", "apfs", "btrfs", "zfs", "reflink", "overlayfs", "projfs", "block-clone", "rcopy"],
			label: "Isolation",
			help: "How a subagent gets a copy of the folder to work in.",
		}),
		apply: boolean({ default: true, label: "Apply", help: "Bring the changes back." }),
		merge: choice({
			default: "patch",
			values: ["patch", "branch"],
			label: "Bring back as",
			help: "How changes come back.",
		}),
		commits: choice({
			default: "generic",
			values: ["generic", "ai"],
			label: "Commit texts",
			help: "Who writes the messages of commits.",
		}),
	},
	isolation,
);

export const worktreeSettings = section(
	"worktree",
	{ base: string({ label: "Worktrees", help: "The folder for worktrees; ~/.omp/wt unless named." }) },
	isolation,
);
