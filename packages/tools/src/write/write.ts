import { defineTool, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { adapter, pathNames } from "../contract/adapt.ts";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import { judgedCalls } from "../contract/judged-calls.ts";
import { mutationPorts } from "../edit/mutate-ports.ts";
import { pathBase } from "../files/mutate/ports.ts";
import { changeFacts } from "../files/paths/call-files.ts";
import { displayPreferences } from "../read/display-preferences.ts";
import type { ToolServices } from "../services/services.ts";
import { approvalRows } from "./approval-rows.ts";
import type { WriteDetails } from "./contract/details.ts";
import type { WritePorts } from "./contract/write-ports.ts";
import { findFilePart } from "./file-part.ts";
import { withoutHeader } from "./pasted-display.ts";
import prompt from "./prompt.md" with { type: "text" };

const parameters = {
	type: "object",
	properties: {
		path: { type: "string" },
		content: { type: "string", description: "All of it" },
	},
	required: ["path", "content"],
	additionalProperties: false,
} as const;

const traits: ToolTraits = {
	name: "write",
	aliases: ["create", "write_file", "create_file", "write_to_file", "save_file"],
	effects: ["writes"],
	facts: ({ path }) => changeFacts([path]),
	view: async () => (await import("./view.ts")).writeView,
};

export const write: BuiltInTool = {
	...traits,
	summary: "Write whole files",
	sample: async () => (await import("./sample.data.ts")).writeSample,
	create: (services: WriteServices) => {
		const { workspace, urls, conflicts, pending } = services;
		const display = displayPreferences(services);
		return writeTool({ ...mutationPorts(services), now: workspace.now, display, urls, conflicts, pending });
	},
};

type WriteServices = Pick<
	ToolServices,
	"settings" | "workspace" | "files" | "editing" | "urls" | "conflicts" | "pending"
>;

const adapt = adapter({
	names: {
		...pathNames,
		text: "content",
		contents: "content",
		file_text: "content",
		file_content: "content",
		code: "content",
		data: "content",
		body: "content",
	},
	// Data for a file that holds data is the text of it.
	more: ({ path, content }) => {
		const isData = typeof content === "object" && content !== null;
		if (!isData || typeof path !== "string" || !/\.(?:json|jsonc|webmanifest|geojson|ipynb)$/i.test(path))
			return undefined;
		return { taken: ["content"], meaning: { content: `${JSON.stringify(content, null, 2)}\n` } };
	},
});

export function writeTool(deps: WritePorts) {
	return defineTool<typeof parameters, WriteDetails>({
		...traits,
		label: "Write",
		prompt,
		parameters,
		...judgedCalls(
			({ path }: { readonly path: string }) => ({ kind: "write", paths: [findFilePart(path, pathBase(deps))] }),
			() => pathBase(deps),
		),
		approvalDetails: (params) => approvalRows(params, deps),
		concurrency: "exclusive",
		loadMode: "essential",
		adapt,
		// A header copied from what `read` shows is its path.
		normalize: ({ path, ...rest }) => ({ ...rest, path: typeof path === "string" ? withoutHeader(path) : path }),
		execute: async (params, call) => (await import("./execute.ts")).executeWrite(params, call, deps),
	});
}
