import type { FromSchema } from "@oh-my-pi/pi-agent-core/tools/schema-type";
import { defineTool, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { adapter, pathNames } from "../contract/adapt.ts";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import { fileFacts } from "../files/paths/call-files.ts";
import type { ImageService, ToolServices, VisionService, WorkspaceService } from "../services/services.ts";
import type { UrlRouter } from "../urls/url-router.ts";
import type { InspectImageDetails } from "./execute.ts";
import prompt from "./prompt.md" with { type: "text" };
import { inspectImageSettings } from "./settings.ts";

export interface InspectImageDeps {
	readonly workspace: Pick<WorkspaceService, "cwd" | "home" | "env">;
	readonly images: Pick<ImageService, "autoResize" | "blocked">;
	readonly vision: VisionService;
	readonly urls?: UrlRouter;
	readonly mode: () => "auto" | "on" | "off";
	/** 0 for none. */
	readonly timeoutMs: () => number;
}

const parameters = {
	type: "object",
	properties: {
		path: { type: "string", description: "File, `image://N` or `Image #N`" },
		question: { type: "string" },
	},
	required: ["path", "question"],
	additionalProperties: false,
} as const;

export type InspectImageParams = FromSchema<typeof parameters>;

const traits: ToolTraits = {
	name: "inspect_image",
	effects: ["reads", "network"],
	facts: ({ path }) => fileFacts(path),
	view: async () => (await import("./view.ts")).inspectImageView,
};

export const inspectImage: BuiltInTool = {
	...traits,
	summary: "Ask a vision model about an image",
	sample: async () => (await import("./sample.data.ts")).inspectImageSample,
	settings: [inspectImageSettings],
	create: ({ settings, workspace, images, vision, urls }: InspectImageServices) =>
		inspectImageTool({
			workspace,
			images,
			vision,
			urls,
			mode: () => settings.get(inspectImageSettings.mode),
			timeoutMs: () => settings.get(inspectImageSettings.timeoutMs),
		}),
};

type InspectImageServices = Pick<ToolServices, "settings" | "workspace" | "images" | "vision" | "urls">;

const adapt = adapter({
	names: { ...pathNames, image: "path", image_path: "path", prompt: "question", query: "question" },
});

export function inspectImageTool(deps: InspectImageDeps) {
	return defineTool<typeof parameters, InspectImageDetails>({
		...traits,
		label: "Inspect image",
		prompt: prompt.trim(),
		parameters,
		adapt,
		approval: "read",
		concurrency: "shared",
		loadMode: "discoverable",
		unavailableReason() {
			const mode = deps.mode();
			if (mode === "off") return "inspect_image is off (setting inspect_image.mode).";
			if (mode === "auto" && deps.vision.areSeen()) return "You see images yourself: use `read`.";
			return undefined;
		},
		execute: async (params, call) => (await import("./execute.ts")).executeInspectImage(params, call, deps),
	});
}
