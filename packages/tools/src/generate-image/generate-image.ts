import type { FromSchema } from "@oh-my-pi/pi-agent-core/tools/schema-type";
import { defineTool, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import { adapter } from "../contract/adapt.ts";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import type { KeyService } from "../services/key-service.ts";
import type { ImageService, ToolServices, VisionService, WorkspaceService } from "../services/services.ts";
import type { UrlRouter } from "../urls/url-router.ts";
import { type HttpPort, httpOver } from "../web/api/http-port.ts";
import type { GenerateImageDetails } from "./execute.ts";
import prompt from "./prompt.md" with { type: "text" };
import { generateImageSettings, imageProviderSettings } from "./settings.ts";

export interface GenerateImageDeps {
	readonly workspace: Pick<WorkspaceService, "cwd" | "home">;
	readonly settings: SettingsReader;
	readonly keys: KeyService;
	readonly http: HttpPort;
	readonly images: Pick<ImageService, "blocked">;
	readonly vision: Pick<VisionService, "attached">;
	readonly hideSecrets?: ToolServices["hideSecrets"];
	readonly urls?: UrlRouter;
	/** Where images are saved; the system's folder for temporary files by default. */
	readonly folder?: string;
}

const text = { type: "string" } as const;

const parameters = {
	type: "object",
	properties: {
		subject: text,
		action: text,
		scene: text,
		composition: text,
		lighting: text,
		style: text,
		text: { ...text, description: "Words in the image, verbatim" },
		changes: { type: "array", items: text },
		aspect_ratio: { type: "string", enum: ["1:1", "3:4", "4:3", "9:16", "16:9", "3:2", "2:3"] },
		image_size: { type: "string", enum: ["1024x1024", "1536x1024", "1024x1536"] },
		input: {
			type: "array",
			items: {
				type: "object",
				properties: { path: text, data: text, mime_type: text },
				additionalProperties: false,
			},
		},
		provider: {
			type: "string",
			enum: ["auto", "openai", "antigravity", "xai", "gemini", "openrouter", "openai-codex"],
		},
	},
	required: ["subject"],
	additionalProperties: false,
} as const;

export type GenerateImageParams = FromSchema<typeof parameters>;

const traits: ToolTraits = {
	name: "generate_image",
	aliases: ["image_gen", "create_image"],
	effects: ["reads", "writes", "network"],
	switch: generateImageSettings.enabled,
	view: async () => (await import("./view.ts")).generateImageView,
};

export const generateImage: BuiltInTool = {
	...traits,
	summary: "Create and change images",
	sample: async () => (await import("./sample.data.ts")).generateImageSample,
	settings: [generateImageSettings, imageProviderSettings],
	create: ({ web, ...services }: GenerateImageServices) =>
		generateImageTool({ ...services, http: httpOver(web, traits.name) }),
};

type GenerateImageServices = Pick<
	ToolServices,
	"workspace" | "settings" | "keys" | "web" | "images" | "vision" | "urls" | "hideSecrets"
>;

const adapt = adapter({ names: { prompt: "subject", description: "subject", size: "image_size", images: "input" } });

export function generateImageTool(deps: GenerateImageDeps) {
	return defineTool<typeof parameters, GenerateImageDetails>({
		...traits,
		label: "Generate image",
		prompt: prompt.trim(),
		parameters,
		adapt,
		approval: "write",
		approvalDetails: ({ subject, provider, input = [] }) => [
			`Image: ${subject}`,
			...(provider && provider !== "auto" ? [`Provider: ${provider}`] : []),
			...input.flatMap(({ path }) => (path === undefined ? [] : [`Sends: ${path}`])),
		],
		concurrency: "shared",
		loadMode: "discoverable",
		execute: async (params, call) => (await import("./execute.ts")).executeGenerateImage(params, call, deps),
	});
}
