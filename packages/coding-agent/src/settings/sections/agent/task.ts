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
		batch: boolean({ default: true, label: "Batch tasks", help: "Let one call start many subagents." }),
		enableEffort: boolean({ default: false, label: "Effort", help: "Let the model choose a subagent's effort." }),
		maxEffort: choice({
			default: "max",
			values: ["minimal", "low", "medium", "high", "xhigh", "max"],
			label: "Maximum effort",
			help: "Highest effort of a subagent.",
		}),
		maxConcurrency: integer({
			default: 32,
			min: 0,
			label: "Parallel subagents",
			help: "Maximum number of subagents that work in parallel; 0 for no limit.",
		}),
		maxRecursionDepth: integer({
			default: 2,
			min: -1,
			label: "Depth",
			help: "Maximum nesting of subagents; -1 for no limit.",
		}),
		maxRuntimeMs: integer({
			default: 0,
			min: 0,
			label: "Subagent timeout",
			help: "Timeout of a subagent in milliseconds; 0 for none.",
		}),
		agentIdleTtlMs: integer({
			default: 420_000,
			min: 0,
			label: "Idle lifetime",
			help: "Milliseconds before an idle subagent is disposed.",
		}),
		softRequestBudget: integer({
			default: 200,
			min: 0,
			label: "Request budget",
			help: "Requests after which a subagent is told to finish.",
		}),
		softRequestBudgetNotice: boolean({
			default: true,
			label: "Budget notice",
			help: "Tell the subagent about its request budget.",
		}),
		enableLsp: boolean({ default: false, label: "LSP in tasks", help: "Give subagents language servers." }),
		prewalk: boolean({
			default: false,
			label: "Prewalk in tasks",
			help: "Let subagents plan on the strong model.",
		}),
		disabledAgents: textList({
			default: [],
			fileOnly: true,
			label: "Disabled agents",
			help: "Agents that are not offered.",
		}),
		agentModelOverrides: record({ default: {}, fileOnly: true, label: "Agent models", help: "Model by agent." }),
		agentPrewalk: record<unknown>({
			default: {},
			problemWithEntry: () => undefined,
			fileOnly: true,
			label: "Agent prewalk",
			help: "Prewalk by agent.",
		}),
		agentAdvisor: record<unknown>({
			default: {},
			problemWithEntry: () => undefined,
			fileOnly: true,
			label: "Agent advisors",
			help: "Advisor by agent.",
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
			help: "How a subagent gets an isolated copy of the folder.",
		}),
		apply: boolean({ default: true, label: "Apply", help: "Apply the changes to the folder." }),
		merge: choice({
			default: "patch",
			values: ["patch", "branch"],
			label: "Apply as",
			help: "How changes are applied.",
		}),
		commits: choice({
			default: "generic",
			values: ["generic", "ai"],
			label: "Commit messages",
			help: "How commit messages are written.",
		}),
	},
	isolation,
);

export const worktreeSettings = section(
	"worktree",
	{ base: string({ label: "Worktrees", help: "The folder for worktrees; ~/.omp/wt by default." }) },
	isolation,
);
