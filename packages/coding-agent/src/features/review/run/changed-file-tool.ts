import { type AgentTool, defineTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { fenced } from "@oh-my-pi/pi-tools/output/outside-content";
import type { Change } from "../change/change.ts";
import { diffText } from "../change/split-change.ts";

const maxLines = 800;

/** Lets a reviewer look at a file of the change: its diff, or its text before or after. */
export function changedFileTool(change: Change): AgentTool {
	return defineTool({
		name: "changed_file",
		label: "Changed file",
		prompt: `Shows a file of the change under review: its whole diff, or its old or new version, at most ${maxLines} lines at a time.`,
		parameters: {
			type: "object",
			properties: {
				path: { type: "string", description: "As shown in the change" },
				show: { type: "string", enum: ["diff", "old", "new"] },
				from_line: { type: "integer", minimum: 1, description: "First line to show; 1 by default" },
			},
			required: ["path", "show"],
			additionalProperties: false,
		} as const,
		effects: [],
		approval: "read",
		async execute({ path, show, from_line: from = 1 }) {
			const file = change.files.find((one) => one.path === path || one.oldPath === path);
			if (!file) {
				const known = change.files.slice(0, 50).map((one) => one.path);
				return { content: `${path} is not part of the change. Its files: ${known.join(", ")}`, isError: true };
			}
			const name = show === "old" ? (file.oldPath ?? file.path) : file.path;
			const text = show === "diff" ? diffText(file) : await change.readText(name, show);
			if (text === undefined) return { content: `There is no ${show} version of ${name} to read`, isError: true };
			const lines = text.split("\n");
			const shown = lines.slice(from - 1, from - 1 + maxLines);
			const rest = lines.length - (from - 1) - shown.length;
			const numbered =
				show === "diff" ? shown : shown.map((line, index) => `${String(from + index).padStart(6)} ${line}`);
			const more = rest > 0 ? `\n[${rest} more lines; continue with from_line ${from + shown.length}]` : "";
			return { content: `${fenced(numbered.join("\n"), `${show}:${name}`)}${more}` };
		},
	});
}
