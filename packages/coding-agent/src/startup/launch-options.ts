import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import { UsageError } from "../process/usage-error.ts";
import { type ApprovalMode, approvalModes } from "../settings/approval-mode.ts";
import { type BoxMode, boxModes } from "../settings/box-mode.ts";
import { type FlagDefinition, type LaunchFlag, launchFlags, launchModes, serviceTiers } from "./flags.data.ts";
import { type ParsedArgs, parseArgs } from "./parse-args.ts";

/** The typed command line of a session. */
export interface LaunchOptions {
	readonly print: boolean;
	readonly mode: (typeof launchModes)[number];
	/** Line by line, without a full-screen interface. */
	readonly plain: boolean;
	readonly model?: string | undefined;
	readonly provider?: string | undefined;
	/** Models of roles, for this run. */
	readonly roles: Readonly<Record<string, string>>;
	/** The models to cycle through. */
	readonly models?: readonly string[] | undefined;
	readonly serviceTier?: (typeof serviceTiers)[number] | undefined;
	readonly thinking?: ThinkingLevel | undefined;
	readonly apiKey?: string | undefined;
	readonly continue: boolean;
	/** `true` opens the session picker. */
	readonly resume?: string | true | undefined;
	readonly fork?: string | undefined;
	readonly noSession: boolean;
	/** The only message joins a session of somebody else; set by `omp join`. */
	readonly joins?: boolean;
	readonly sessionDir?: string | undefined;
	readonly noTitle: boolean;
	readonly providerSessionId?: string | undefined;
	readonly promptCacheKey?: string | undefined;
	readonly systemPrompt?: string | undefined;
	readonly appendSystemPrompt?: string | undefined;
	/** The only skills to use, as globs. */
	readonly skills?: readonly string[] | undefined;
	readonly noSkills: boolean;
	readonly noRules: boolean;
	readonly tools?: readonly string[] | undefined;
	readonly noTools: boolean;
	/** Connects to no MCP servers; set by modes. */
	readonly noMcpServers?: boolean;
	/** Starts no language servers. */
	readonly noLsp?: boolean;
	readonly noPty: boolean;
	readonly approvalMode?: ApprovalMode | undefined;
	/** What commands may write. */
	readonly sandbox?: BoxMode | undefined;
	/** The model or role that executes the first plan without a review. */
	/** The model or role that continues after the first edit; false for none, whatever the settings say. */
	readonly prewalk?: string | false | undefined;
	readonly planYolo?: string | undefined;
	/** A second model reviews the turns of this run. */
	readonly advisor?: boolean;
	readonly printThoughts: boolean;
	readonly hideThinking: boolean;
	readonly maxTimeMs?: number | undefined;
	/** Spending caps of this run. */
	readonly maxCostUsd?: number | undefined;
	readonly tokenBudget?: number | undefined;
	/** A session file to export as HTML; the first message is the output path. */
	readonly export?: string | undefined;
	/** Files and folders of extensions. */
	readonly extensions: readonly string[];
	/** Folders of plugins, for this run. */
	readonly pluginDirs: readonly string[];
	/** Only the extensions that are named. */
	readonly noExtensions: boolean;
	readonly addDirs: readonly string[];
	readonly allowHome: boolean;
	/** Accept everything the project brings, for this run. */
	readonly trust: boolean;
	/** Exit instead of leaving out what is not trusted. */
	readonly trustRequired: boolean;
	/** A file that lists what is accepted. */
	readonly trustLock?: string | undefined;
	readonly configFiles: readonly string[];
	/** Values of flags that extensions have registered, by name. */
	readonly extensionFlags?: ReadonlyMap<string, string | true>;
	/** About flags that are ignored. */
	readonly notices: readonly string[];
	readonly messages: readonly string[];
	readonly files: readonly string[];
}

export function parseLaunchOptions(
	argv: readonly string[],
	options: {
		/** Flags of extensions. Those of omp come first. */
		readonly more?: readonly FlagDefinition[];
		/** Instead of throwing, where extensions may know them. */
		readonly onUnknown?: (error: UsageError) => void;
	} = {},
): LaunchOptions {
	const { more = [], onUnknown } = options;
	const parsed = parseArgs(argv, [...launchFlags, ...more], onUnknown);
	const text = (name: LaunchFlag) => textFlag(parsed, name);
	const isSet = (name: LaunchFlag) => parsed.flags.has(name);
	const named = (name: LaunchFlag) => names(text(name));
	const { messages, ...wish } = sessionWish(parsed);
	return {
		print: isSet("print"),
		mode: launchModes.find((mode) => mode === text("mode")) ?? "text",
		plain: isSet("plain"),
		model: text("model"),
		provider: text("provider"),
		roles: roles(text),
		models: named("models"),
		serviceTier: serviceTiers.find((tier) => tier === text("service-tier")),
		// `parseArgs` has validated the level.
		thinking: text("thinking") as ThinkingLevel | undefined,
		apiKey: text("api-key"),
		...wish,
		fork: text("fork"),
		noSession: isSet("no-session"),
		sessionDir: text("session-dir"),
		noTitle: isSet("no-title"),
		providerSessionId: text("provider-session-id"),
		promptCacheKey: text("prompt-cache-key"),
		systemPrompt: text("system-prompt"),
		appendSystemPrompt: text("append-system-prompt"),
		skills: named("skills"),
		noSkills: isSet("no-skills"),
		noRules: isSet("no-rules"),
		tools: named("tools"),
		noTools: isSet("no-tools"),
		noLsp: isSet("no-lsp"),
		noPty: isSet("no-pty"),
		approvalMode: isSet("yolo") || isSet("auto-approve") ? "yolo" : approvalMode(text("approval-mode")),
		sandbox: boxModes.find((mode) => mode === text("sandbox")),
		prewalk: isSet("no-prewalk") ? false : (text("prewalk-into") ?? (isSet("prewalk") ? "smol" : undefined)),
		planYolo: text("plan-yolo-into") ?? (isSet("plan-yolo") ? "smol" : undefined),
		advisor: isSet("advisor"),
		printThoughts: isSet("print-thoughts"),
		hideThinking: isSet("hide-thinking"),
		maxTimeMs: duration(text("max-time")),
		maxCostUsd: usdAmount(text("max-cost")),
		tokenBudget: tokenCount(text("token-budget")),
		export: text("export"),
		extensions: [...(parsed.lists.get("extension") ?? []), ...(parsed.lists.get("hook") ?? [])],
		pluginDirs: parsed.lists.get("plugin-dir") ?? [],
		noExtensions: isSet("no-extensions"),
		addDirs: parsed.lists.get("add-dir") ?? [],
		allowHome: isSet("allow-home"),
		trust: isSet("trust"),
		trustRequired: isSet("trust-required"),
		trustLock: text("trust-lock"),
		configFiles: parsed.lists.get("config") ?? [],
		...(more.length > 0 && { extensionFlags: collectValues(more, parsed) }),
		notices: ignoredFlags(parsed),
		messages,
		files: parsed.files,
	};
}

function collectValues(definitions: readonly FlagDefinition[], { flags }: ParsedArgs): Map<string, string | true> {
	return new Map(
		definitions.flatMap(({ name }) => {
			const value = flags.get(name);
			return value === undefined || isOwnFlag(name) ? [] : [[name, value]];
		}),
	);
}

/** Whether omp itself has a flag of this name. */
export function isOwnFlag(flag: string): boolean {
	return launchFlags.some(({ name }) => name === flag);
}

/** Notices about flags of features that are not there yet. */
function ignoredFlags({ flags, lists }: ParsedArgs): string[] {
	const definitions: readonly FlagDefinition[] = launchFlags;
	const ignored = definitions.filter(({ name, notYet }) => notYet && (flags.has(name) || lists.has(name)));
	return ignored.map(({ name }) => `--${name} is not available yet and is ignored.`);
}

const fullId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The session to resume; a lone session id after `--continue` counts as `--resume`. */
function sessionWish({ flags, messages }: ParsedArgs): Pick<LaunchOptions, "continue" | "resume" | "messages"> {
	const [only = "", ...others] = messages;
	if (flags.has("continue") && others.length === 0 && fullId.test(only)) {
		return { continue: false, resume: only, messages: [] };
	}
	return { continue: flags.has("continue"), resume: flags.get("resume") ?? flags.get("session"), messages };
}

function roles(text: (name: LaunchFlag) => string | undefined): Record<string, string> {
	const selectors = (["smol", "slow", "plan"] as const).map((role) => [role, text(role)]);
	return Object.fromEntries(selectors.filter(([, selector]) => selector));
}

function names(list: string | undefined): string[] | undefined {
	return list
		?.split(",")
		.map((name) => name.trim())
		.filter(Boolean);
}

const unitMs: Readonly<Record<string, number>> = { "": 1000, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

function duration(text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const [, amount = "", unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
	const limitMs = Number(amount) * (unitMs[unit] ?? 0);
	// `setTimeout` is limited to 24 days.
	if (amount !== "" && limitMs > 0 && limitMs < 2 ** 31) return limitMs;
	throw new UsageError(`--max-time must be seconds or a time like 5s, 10m or 1h; got "${text}"`);
}

function usdAmount(text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const amount = /^\$?(\d+(?:\.\d+)?|\.\d+)$/.exec(text)?.[1];
	if (amount !== undefined && Number(amount) > 0) return Number(amount);
	throw new UsageError(`--max-cost must be an amount in USD like 0.50 or 2; got "${text}"`);
}

function tokenCount(text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const [, amount = "", unit = ""] = /^(\d+(?:\.\d+)?)([km]?)$/i.exec(text) ?? [];
	const tokens = Math.round(Number(amount) * ({ k: 1000, m: 1_000_000 }[unit.toLowerCase()] ?? 1));
	if (amount !== "" && tokens > 0 && Number.isSafeInteger(tokens)) return tokens;
	throw new UsageError(`--token-budget must be a number of tokens like 50000, 200k or 1m; got "${text}"`);
}

function approvalMode(text: string | undefined): ApprovalMode | undefined {
	return approvalModes.find((mode) => mode === text);
}

function textFlag(parsed: ParsedArgs, name: LaunchFlag): string | undefined {
	const value = parsed.flags.get(name);
	return typeof value === "string" ? value : undefined;
}
