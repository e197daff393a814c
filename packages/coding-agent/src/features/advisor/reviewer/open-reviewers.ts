import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { selectorOf } from "@oh-my-pi/pi-ai/model/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import { clampLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import { resolveRole, selectModelOrRole } from "@oh-my-pi/pi-ai/models/select/resolve-role";
import { selectModel } from "@oh-my-pi/pi-ai/models/select/select";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import { promotionTarget } from "../../../conversation/compaction/automatic/promotion.ts";
import { inputLimit } from "../../../conversation/compaction/threshold.ts";
import { effortOption } from "../../../conversation/contract/model-choice.ts";
import { sessionRoles } from "../../../models/session-roles.ts";
import { contextPromotionSettings } from "../../../settings/sections/agent/context.ts";
import { tierSettings } from "../../../settings/sections/model/sampling.ts";
import type { ConversationContext } from "../../../workbench/running-feature.ts";
import type { Workbench } from "../../../workbench/workbench.ts";
import type { Note } from "../delivery/advisory-message.ts";
import { buildSlug } from "../watchdog/advisor-list.ts";
import { Reviewer } from "./reviewer.ts";
import { reviewerAgent } from "./reviewer-agent.ts";
import { ReviewerLog } from "./reviewer-log.ts";
import { reviewerProcesses } from "./reviewer-services.ts";
import { loadReviewers, type ReviewerSpec } from "./reviewer-setup.ts";
import { reviewerApprovals, reviewerTools } from "./reviewer-tools.ts";
import type { SpendCount } from "./spend-count.ts";

export interface OpenedReviewers {
	readonly reviewers: readonly Reviewer[];
	/** Those without a model: their name, and what to do. */
	readonly missing: ReadonlyArray<{ readonly name?: string | undefined; readonly message: string }>;
	dispose(): Promise<void>;
}

export interface ReviewerSources {
	readonly workbench: Workbench;
	readonly context: ConversationContext;
	/** A selector or role; the role `advisor` by default. */
	readonly model?: string | undefined;
	readonly deliver: (note: Note) => boolean;
	readonly transcript: () => string;
	readonly onChange: () => void;
	readonly spend: SpendCount;
}

/** The reply of an advisor is a note, not an essay. */
const maxReplyTokens = 8192;

/** The advisors of a conversation, each with its model, tools and log. */
export async function openReviewers(sources: ReviewerSources): Promise<OpenedReviewers> {
	const { workbench, context } = sources;
	const { conversation, folder } = context;
	const { specs, warnings } = await loadReviewers(workbench, context, sources.model ?? "");
	const warn = (text: string) => conversation.notify("warning", text, "advisor");
	for (const warning of warnings) warn(warning);
	const meter = workbench.budget.openMeter({
		id: `${conversation.id}-advisor`,
		parent: conversation.id,
		session: () => conversation.log.header.id,
		project: () => workbench.gate.at(folder.path).project.key,
	});
	const streamFn = meter.stream(workbench.requests.stream);
	const found = await Promise.all(specs.map(async (spec) => ({ spec, chosen: await findModel(spec, sources) })));
	const missing = found.flatMap(({ spec, chosen }) =>
		"message" in chosen ? [{ name: spec.name, message: chosen.message }] : [],
	);
	for (const { name, message } of missing) {
		warn(`${name === undefined ? "The advisor" : `The advisor ${name}`} does not run: ${message}`);
	}
	const opened = found.flatMap(({ spec, chosen }) => {
		if ("message" in chosen) return [];
		const slug = spec.name === undefined ? undefined : buildSlug(spec.name);
		const suffix = slug === undefined ? "-advisor" : `-advisor-${slug}`;
		const state = new Map<string, unknown>();
		const streamOptions = (model: Model): StreamOptions => ({
			sessionId: `${conversation.log.id}${suffix}`,
			apiKey: async () => (await workbench.registry.findCredential(model.provider))?.key,
			providerSessionState: state,
			purpose: "advisor",
			maxRetries: 0,
			maxTokens: Math.min(maxReplyTokens, model.maxTokens || maxReplyTokens),
			...tierOption(sources),
			...effortOption(clampLevel(chosen.thinkingLevel ?? "auto", model)),
		});
		const approvals = reviewerApprovals(workbench);
		const processes = reviewerProcesses(`${conversation.id}${suffix}`, context.services(), workbench.host.newId);
		const reviewer: Reviewer = new Reviewer({
			name: spec.name,
			model: chosen.model,
			streamFn,
			streamOptions,
			makeAgent: ({ advice, onRequest, onUnknownTool }) =>
				reviewerAgent({
					model: chosen.model,
					systemPrompt: spec.systemPrompt,
					tools: reviewerTools(workbench, context, advice, spec.tools, processes),
					approvals,
					streamFn,
					streamOptions,
					now: workbench.host.now,
					onRequest,
					onUnknownTool,
				}),
			log: new ReviewerLog(() => conversation.log, slug),
			spend: sources.spend,
			deliver: (note, severity) =>
				sources.deliver({ note, severity, ...(spec.name !== undefined && { advisor: spec.name }) }),
			promoted: (model) => findLargerModel(model, workbench),
			transcript: () => sources.transcript().slice(-maxTranscript(chosen.model)),
			now: workbench.host.now,
			warn,
			onChange: sources.onChange,
		});
		return [{ reviewer, processes }];
	});
	const reviewers = opened.map(({ reviewer }) => reviewer);
	return {
		reviewers,
		missing,
		async dispose() {
			await Promise.all(opened.map(({ reviewer }) => reviewer.dispose()));
			await Promise.all(opened.map(({ processes }) => processes[Symbol.asyncDispose]()));
			await meter.hook.dispose?.();
		},
	};
}

type Chosen = { readonly model: Model; readonly thinkingLevel?: ThinkingLevel } | { readonly message: string };

async function findModel(spec: ReviewerSpec, { workbench, context }: ReviewerSources): Promise<Chosen> {
	const { settings, registry } = workbench;
	const { model: current } = context.conversation;
	const roles = { roles: sessionRoles(settings), ...(current && { current }) };
	if (spec.model === "") {
		const found = await resolveRole("advisor", registry, roles);
		return found ?? { message: noModelText };
	}
	const selection = await selectModelOrRole(spec.model, registry, roles);
	if (selection.kind === "missing") return { message: selection.message };
	const problem = registry.whyUnusable(selection.model.provider);
	return problem === undefined ? selection : { message: `${selectorOf(selection.model)} cannot be used. ${problem}` };
}

export const noModelText =
	"no model is set for the role advisor. Set one with /model, or: omp config set modelRoles.advisor <provider/model>";

function tierOption({ workbench, context }: ReviewerSources): Pick<StreamOptions, "serviceTier"> {
	const tier = workbench.settings.get(tierSettings.advisor);
	const chosen = tier === "inherit" ? context.conversation.serviceTier : tier;
	return chosen === undefined || chosen === "none" ? {} : { serviceTier: chosen };
}

async function findLargerModel(model: Model, { settings, registry }: Workbench): Promise<Model | undefined> {
	if (!settings.get(contextPromotionSettings.enabled)) return undefined;
	return promotionTarget(model, {
		async find(selector) {
			const selection = await selectModel(selector, registry);
			return selection.kind === "missing" ? undefined : { model: selection.model };
		},
		isUsable: ({ provider }) => registry.isUsable(provider),
		roleSelector: () => undefined,
	});
}

/** A quarter of the window, in characters. */
function maxTranscript(model: Model): number {
	const limit = inputLimit(model);
	return limit > 0 ? Math.max(2000, limit) : 60_000;
}
