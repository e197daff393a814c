import type { Tool } from "@oh-my-pi/pi-ai/message";
import { fileDiffText } from "./diff-text.ts";
import { commitTypes } from "./message-rules.ts";
import type { ProposalOptions } from "./propose-commit.ts";

const maxResultChars = 40_000;

const commitFields = {
	type: { type: "string", enum: [...commitTypes] },
	scope: { type: "string" },
	summary: { type: "string" },
	details: { type: "array", items: { type: "string" } },
	breaking: { type: "boolean" },
	issue_refs: { type: "array", items: { type: "string" } },
} as const;

const hunks = {
	anyOf: [
		{ type: "string", enum: ["all"] },
		{ type: "array", items: { type: "integer" } },
		{
			type: "object",
			properties: { start: { type: "integer" }, end: { type: "integer" } },
			required: ["start", "end"],
		},
	],
} as const;

/** What the agent can look at, and how it hands in its proposal. None of them changes anything. */
export function commitTools({ maySplit, changelogs }: ProposalOptions): Tool[] {
	const path = { type: "string" } as const;
	return [
		tool(
			"git_overview",
			"Lists the changed files with counts of lines and hunks, and files that are not part of the change.",
			{},
		),
		tool("git_file_diff", "Shows the diff of files, hunks numbered.", { files: { type: "array", items: path } }, [
			"files",
		]),
		tool(
			"git_hunk",
			"Shows some hunks of one file.",
			{ file: path, hunks: { type: "array", items: { type: "integer" } } },
			["file", "hunks"],
		),
		tool("recent_commits", "Lists subjects of the last commits.", {
			count: { type: "integer", minimum: 1, maximum: 40 },
		}),
		tool("propose_commit", "Hands in one commit for the whole change.", commitFields, ["summary"]),
		...(changelogs.length > 0
			? [tool("propose_changelog", "Hands in changelog entries.", { changelog: { type: "object" } }, ["changelog"])]
			: []),
		...(maySplit
			? [
					tool(
						"split_commit",
						"Hands in several commits; every file and hunk is in exactly one.",
						{
							commits: {
								type: "array",
								items: {
									type: "object",
									properties: {
										...commitFields,
										changes: {
											type: "array",
											items: { type: "object", properties: { path, hunks }, required: ["path"] },
										},
										rationale: { type: "string" },
										dependencies: { type: "array", items: { type: "integer" } },
									},
									required: ["summary", "changes"],
								},
							},
						},
						["commits"],
					),
				]
			: []),
	];
}

function tool(
	name: string,
	description: string,
	properties: Record<string, unknown>,
	required: readonly string[] = [],
): Tool {
	return { name, description, parameters: { type: "object", properties, required } };
}

/** The tools that only look. */
export function runLookupTool(
	name: string,
	args: Record<string, unknown>,
	{ changes }: ProposalOptions,
): { readonly text: string; readonly isError: boolean } {
	const { diffs, units, hidden, chosen, subjects } = changes;
	const shown = (text: string) => ({
		text:
			text.length > maxResultChars
				? `${text.slice(0, maxResultChars)}\n… cut; ask for fewer files or single hunks`
				: text,
		isError: false,
	});
	const missing = (path: unknown) => ({
		text: `${String(path)} is not among the changes; see git_overview`,
		isError: true,
	});
	switch (name) {
		case "git_overview": {
			const lines = units.map(({ path, oldPath, status, hunks }) => {
				const from = oldPath === undefined ? "" : ` (from ${oldPath})`;
				return `${status} ${path}${from}: ${hidden.has(path) ? "not shown" : `${hunks.length || 1} hunks`}`;
			});
			const left =
				chosen.untracked.length > 0 ? [`Not part of the change, untracked: ${chosen.untracked.join(", ")}`] : [];
			return shown([...lines, ...left].join("\n"));
		}
		case "git_file_diff": {
			const files = Array.isArray(args.files) ? args.files : [];
			const unknown = files.find((path) => !diffs.has(String(path)) && !hidden.has(String(path)));
			if (unknown !== undefined || files.length === 0) return missing(unknown ?? "No file");
			return shown(
				files
					.map((path) => {
						const file = diffs.get(String(path));
						return file ? fileDiffText(file) : `=== ${String(path)} (not shown)`;
					})
					.join("\n\n"),
			);
		}
		case "git_hunk": {
			const file = diffs.get(String(args.file));
			const numbers = (Array.isArray(args.hunks) ? args.hunks : []).map(Number);
			return file ? shown(fileDiffText(file, numbers)) : missing(args.file);
		}
		case "recent_commits":
			return shown(subjects.slice(0, Number(args.count) || 20).join("\n") || "There are no commits yet.");
		default:
			return { text: `There is no tool ${name}`, isError: true };
	}
}
