import { unfenced } from "../output/outside-content.ts";
import { previewLines } from "../view/preview-lines.ts";
import { titleText } from "../view/title-text.ts";
import { defineView } from "../view/view.ts";
import type { githubTool } from "./github.ts";

export const githubView = defineView<typeof githubTool>({
	shape: "inline",
	title({ op = "repo_view", repo, path, pr, query, run, branch, title }) {
		const about = [repo, path ?? query ?? title ?? run ?? [pr ?? branch ?? []].flat().join(", ")];
		return titleText(`GitHub ${op.replaceAll("_", " ")}: ${about.filter(Boolean).join(" ")}`.replace(/: $/, ""));
	},
	meta: ({ details }) => details?.conclusion ?? details?.status,
	result: ({ text, details }, options) => previewLines(unfenced(text), details?.watch ? "tail" : "head", options),
});
