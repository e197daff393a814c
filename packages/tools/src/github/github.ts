import type { FromSchema } from "@oh-my-pi/pi-agent-core/tools/schema-type";
import { defineTool, type ToolCallContext, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { findProgram } from "@oh-my-pi/pi-natives/find-program";
import { adapter } from "../contract/adapt.ts";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import type { OutputMeta } from "../output/output-meta.ts";
import type { GithubService } from "../services/github-service.ts";
import type { OutputService, ToolServices, WorkspaceService } from "../services/services.ts";
import type { Checkout } from "./pr-checkout.ts";
import prompt from "./prompt.md" with { type: "text" };
import type { WatchedRun } from "./run-report.ts";
import { githubCacheSettings, githubSettings } from "./settings.ts";

export interface GithubDeps {
	readonly workspace: WorkspaceService;
	readonly output: OutputService;
	readonly github: GithubService;
	/** Waits between looks at a run. */
	readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface GithubDetails {
	artifactId?: string;
	repo?: string;
	branch?: string;
	worktreePath?: string;
	remote?: string;
	remoteBranch?: string;
	headSha?: string;
	runId?: number;
	runIds?: readonly number[];
	status?: string;
	conclusion?: string;
	failedJobs?: readonly string[];
	checkouts?: readonly Checkout[];
	watch?: readonly WatchedRun[];
	meta?: OutputMeta;
}

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const number = { type: "number" } as const;
const texts = { type: "array", items: text } as const;

const parameters = {
	type: "object",
	properties: {
		op: {
			type: "string",
			enum: [
				"repo_view",
				"file_read",
				"pr_create",
				"pr_checkout",
				"pr_push",
				"search_issues",
				"search_prs",
				"search_code",
				"search_commits",
				"search_repos",
				"run_watch",
			],
		},
		repo: text,
		branch: text,
		path: text,
		pr: { anyOf: [text, texts], description: "Number, branch or URL" },
		force: flag,
		forceWithLease: flag,
		title: text,
		body: text,
		base: text,
		head: text,
		draft: flag,
		fill: { ...flag, description: "Title and body from commits" },
		reviewer: texts,
		assignee: texts,
		label: texts,
		query: text,
		since: { ...text, description: "3d, 12h, 2w, 2mo, 1y or ISO" },
		until: text,
		dateField: { type: "string", enum: ["created", "updated"] },
		limit: number,
		run: { ...text, description: "Id or URL; default: all of the branch" },
		tail: number,
	},
	required: ["op"],
	additionalProperties: false,
} as const;

export type GithubParams = FromSchema<typeof parameters>;

const traits: ToolTraits = {
	name: "github",
	effects: ["reads", "writes", "runs", "network"],
	switch: githubSettings.enabled,
	outsideSources: () => ["web:github.com"],
	view: async () => (await import("./view.ts")).githubView,
};

export const github: BuiltInTool = {
	...traits,
	summary: "Work with GitHub",
	sample: async () => (await import("./sample.data.ts")).githubSample,
	settings: [githubSettings, githubCacheSettings],
	create: ({ settings, workspace, output, github: service }: GithubServices) => {
		if (!service || !settings.get(githubSettings.enabled)) return undefined;
		if (!findProgram("gh", workspace.env.PATH)) return undefined;
		return githubTool({ workspace, output, github: service });
	},
};

type GithubServices = Pick<ToolServices, "settings" | "workspace" | "output" | "github">;

const changingOps: ReadonlySet<string> = new Set(["pr_create", "pr_checkout", "pr_push"]);

const adapt = adapter({
	names: {
		action: "op",
		operation: "op",
		repository: "repo",
		file: "path",
		ref: "branch",
		number: "pr",
		pull_request: "pr",
		description: "body",
		reviewers: "reviewer",
		assignees: "assignee",
		labels: "label",
		q: "query",
		run_id: "run",
		force_with_lease: "forceWithLease",
		date_field: "dateField",
	},
});

const readingApproval = { tier: "network", hosts: ["github.com"], reason: "Leaves this machine: github.com" } as const;

export function githubTool(deps: GithubDeps) {
	return defineTool({
		...traits,
		label: "GitHub",
		prompt: prompt.trim(),
		parameters,
		approval: ({ op }) => (changingOps.has(op) ? { tier: "exec", reason: reasons[op] ?? "" } : readingApproval),
		approvalDetails: (params) => details(params),
		concurrency: ({ op }) => (changingOps.has(op) ? "exclusive" : "shared"),
		loadMode: "discoverable",
		adapt,
		async execute(params, call: ToolCallContext<GithubDetails>) {
			const { executeGithub } = await import("./execute.ts");
			return executeGithub(params, call, deps);
		},
	});
}

const reasons: Readonly<Record<string, string>> = {
	pr_create: "Opens a pull request",
	pr_checkout: "Fetches branches into worktrees",
	pr_push: "Pushes to GitHub",
};

function details({ op, ...params }: GithubParams): string[] {
	const lines = Object.entries(params).map(
		([name, value]) => `${name}: ${Array.isArray(value) ? value.join(", ") : value}`,
	);
	return [op, ...lines];
}
