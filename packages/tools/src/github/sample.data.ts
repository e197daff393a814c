import type { ToolSample } from "../view/tool-sample.ts";

export const githubSample: ToolSample = {
	args: { op: "run_watch", repo: "acme/tools", branch: "main" },
	done: {
		text: "# CI (run 4711): success\nhttps://github.com/acme/tools/actions/runs/4711\n- test: success\n- lint: success\n\nAll runs succeeded.",
		details: { repo: "acme/tools", branch: "main", status: "completed", conclusion: "success" },
	},
	failed: {
		text: "GitHub CLI is not authenticated. Run `gh auth login`.",
	},
};
