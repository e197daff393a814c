import type { FromSchema } from "@oh-my-pi/pi-agent-core/tools/schema-type";
import { defineTool, type ToolCallContext, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { CommandRule } from "@oh-my-pi/pi-policy/rules/command-rules";
import { commandRules } from "../bash/preferences.ts";
import { adapter } from "../contract/adapt.ts";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import { judgedCalls } from "../contract/judged-calls.ts";
import { toolSettings } from "../contract/settings.ts";
import { webSource } from "../files/paths/path-sources.ts";
import type { BrowserService } from "../services/browser-service.ts";
import type {
	ImageService,
	KernelService,
	OutputService,
	ToolServices,
	WorkspaceService,
} from "../services/services.ts";
import type { WebAccess } from "../services/web-access.ts";
import { browserAction, browserFacts } from "./action.ts";
import type { BrowserDetails } from "./call.ts";
import prompt from "./prompt.md" with { type: "text" };
import { browserSettings } from "./settings.ts";

export interface BrowserDeps {
	readonly browsers: BrowserService;
	readonly workspace: WorkspaceService;
	readonly web: Pick<WebAccess, "admit">;
	readonly kernels: KernelService;
	readonly output: OutputService;
	readonly images: ImageService;
	readonly commandRules?: () => readonly CommandRule[];
	readonly headless: () => boolean;
	/** The debugging address of a browser to use in place of an own one. */
	readonly cdpUrl: () => string | undefined;
	readonly screenshotDir: () => string | undefined;
	readonly maxTimeoutSeconds?: number;
}

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const number = { type: "number" } as const;

/** What calls are checked against. */
const accepted = {
	type: "object",
	properties: {
		action: { type: "string", enum: ["open", "run", "close"] },
		name: text,
		timeout: number,
		url: text,
		viewport: {
			type: "object",
			properties: { width: number, height: number, scale: number },
			required: ["width", "height"],
			additionalProperties: false,
		},
		wait_until: { type: "string", enum: ["load", "domcontentloaded", "networkidle0", "networkidle2"] },
		dialogs: { type: "string", enum: ["accept", "dismiss"] },
		app: {
			type: "object",
			properties: { path: text, cdp_url: text, args: { type: "array", items: text }, target: text },
			additionalProperties: false,
		},
		code: text,
		all: flag,
		kill: flag,
	},
	required: ["action"],
	additionalProperties: false,
} as const;

/** The same in short, as it goes with every request. */
const parameters = {
	...accepted,
	properties: {
		action: accepted.properties.action,
		name: { ...text, description: "Default main" },
		timeout: { ...number, description: "Seconds (30)" },
		url: text,
		viewport: { type: "object", description: "{width, height, scale?}" },
		dialogs: accepted.properties.dialogs,
		app: {
			type: "object",
			description: "{path, args?} starts one, {cdp_url} attaches; target?: in a page's URL or title",
		},
		code: text,
		all: { ...flag, description: "close every tab" },
		kill: { ...flag, description: "end started apps" },
	},
};

export type BrowserParams = FromSchema<typeof accepted>;

const traits: ToolTraits = {
	name: "browser",
	aliases: ["puppeteer"],
	effects: ["reads", "writes", "runs", "network"],
	switch: browserSettings.enabled,
	outsideSources: ({ url }) => [typeof url === "string" ? webSource(url) : "web"],
	topics: [
		...["browser", "chrome", "chromium", "playwright", "screenshot", "screenshots", "website", "webpage", "web-page"],
		...["form", "login", "log-in", "sign-up", "signup", "sign-in", "signin", "click", "localhost", "page"],
	],
	view: async () => (await import("./view.ts")).browserView,
};

export const browser: BuiltInTool = {
	...traits,
	summary: "Drive a web browser",
	sample: async () => (await import("./sample.data.ts")).browserSample,
	settings: [browserSettings],
	create: (services: BrowserServices) => {
		const { settings, workspace, web, kernels, output, images, browsers } = services;
		if (!browsers) return undefined;
		const tool = browserTool({
			browsers,
			workspace,
			web,
			kernels,
			output,
			images,
			commandRules: () => commandRules(services),
			headless: () => settings.get(browserSettings.headless),
			cdpUrl: () => settings.get(browserSettings.cdpUrl) || undefined,
			screenshotDir: () => settings.get(browserSettings.screenshotDir) || undefined,
			maxTimeoutSeconds: settings.get(toolSettings.maxTimeout),
		});
		// Few sessions need it. It can be called without being offered, and pages without text tell of it.
		return { ...tool, onDemand: () => false };
	},
};

type BrowserServices = Pick<
	ToolServices,
	"settings" | "workspace" | "web" | "kernels" | "output" | "images" | "browsers" | "shell"
>;

const adapt = adapter({
	names: {
		op: "action",
		command: "action",
		tab: "name",
		id: "name",
		href: "url",
		address: "url",
		script: "code",
		javascript: "code",
		js: "code",
		function: "code",
		waitUntil: "wait_until",
		dialog: "dialogs",
	},
});

const maxShownCode = 2000;

export function browserTool(deps: BrowserDeps) {
	const tool = defineTool({
		...traits,
		label: "Browser",
		prompt: prompt.trim(),
		parameters: accepted,
		...judgedCalls(
			(params: BrowserParams) => browserAction(params, deps),
			() => browserFacts(deps),
		),
		approvalDetails: (params) => details(params),
		concurrency: "exclusive",
		loadMode: "discoverable",
		adapt,
		async execute(params, call: ToolCallContext<BrowserDetails>) {
			const { executeBrowser } = await import("./execute.ts");
			return executeBrowser(params, call, deps);
		},
	});
	return { ...tool, parameters, acceptedSchema: () => accepted };
}

function details({ action, name = "main", url, app, code, all, kill }: BrowserParams): string[] {
	return [
		action === "close" && all ? "close every tab" : `${action} tab ${name}`,
		...(url === undefined ? [] : [`URL: ${url}`]),
		...(app?.path === undefined ? [] : [`Program: ${[app.path, ...(app.args ?? [])].join(" ")}`]),
		...(app?.cdp_url === undefined ? [] : [`Attach to: ${app.cdp_url}`]),
		...(code === undefined ? [] : [code.length > maxShownCode ? `${code.slice(0, maxShownCode)}…` : code]),
		...(kill ? ["End started apps"] : []),
	];
}
