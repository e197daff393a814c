import { askSettings, askSwitchSettings } from "@oh-my-pi/pi-tools/ask/settings";
import { astEditSettings } from "@oh-my-pi/pi-tools/ast-edit/settings";
import { astGrepSettings } from "@oh-my-pi/pi-tools/ast-grep/settings";
import {
	autoBackgroundSettings,
	bashInterceptorSettings,
	bashSettings,
	shellMinimizerSettings,
	shellSettings,
} from "@oh-my-pi/pi-tools/bash/settings";
import { browserSettings } from "@oh-my-pi/pi-tools/browser/settings";
import { checkpointSettings } from "@oh-my-pi/pi-tools/checkpoint/settings";
import { editSettings } from "@oh-my-pi/pi-tools/edit/settings";
import { evalSettings, juliaSettings, pythonSettings, rubySettings } from "@oh-my-pi/pi-tools/eval/settings";
import { findSettings } from "@oh-my-pi/pi-tools/find/settings";
import { generateImageSettings, imageProviderSettings } from "@oh-my-pi/pi-tools/generate-image/settings";
import { githubCacheSettings, githubSettings } from "@oh-my-pi/pi-tools/github/settings";
import { goalSettings } from "@oh-my-pi/pi-tools/goal/settings";
import { inspectImageSettings } from "@oh-my-pi/pi-tools/inspect-image/settings";
import { asyncSettings } from "@oh-my-pi/pi-tools/job/settings";
import { launchSettings } from "@oh-my-pi/pi-tools/launch/settings";
import {
	fetchProviderSettings,
	fetchSettings,
	readLineSettings,
	readSettings,
	readSummarySettings,
} from "@oh-my-pi/pi-tools/read/settings";
import { searchSettings } from "@oh-my-pi/pi-tools/search/settings";
import { toolOutputSettings, toolSettings } from "@oh-my-pi/pi-tools/settings";
import { todoPanelSettings, todoSettings } from "@oh-my-pi/pi-tools/todo/settings";
import {
	exaSettings,
	searchProviderSettings,
	searxngSettings,
	webSearchSettings,
} from "@oh-my-pi/pi-tools/web-search/settings";
import { authBrokerSettings, authSettings, codexResetSettings, secretSettings } from "./sections/accounts.ts";
import { advisorSettings, prewalkSettings } from "./sections/advisor.ts";
import { agentMessageSettings } from "./sections/agent-messages.ts";
import { appearanceSettings, startupSettings, themeSettings } from "./sections/appearance.ts";
import { approvalSettings } from "./sections/approval.ts";
import { budgetSettings } from "./sections/budget.ts";
import { collabSettings, shareSettings } from "./sections/collab.ts";
import { commitSettings } from "./sections/commit.ts";
import { compactionSettings } from "./sections/compaction.ts";
import { computerSettings } from "./sections/computer.ts";
import { branchSummarySettings, contextPromotionSettings, workspaceSettings } from "./sections/context.ts";
import {
	cursorSettings,
	displaySettings,
	taskDisplaySettings,
	terminalSettings,
	tuiSettings,
} from "./sections/display.ts";
import { dialectSettings, snapcompactSettings } from "./sections/experimental.ts";
import { autoqaSettings, extensionHandlerSettings, extensionSettings } from "./sections/extensions.ts";
import { hindsightSettings } from "./sections/hindsight.ts";
import { imageSettings, inlineImageSettings } from "./sections/images.ts";
import { composerSettings, inputSettings, loopModeSettings, pasteSettings } from "./sections/input.ts";
import { garbageSettings, setupSettings } from "./sections/internal.ts";
import { localModelSettings } from "./sections/local-models.ts";
import { loopSettings, toolCallLoopGuardSettings } from "./sections/loop.ts";
import { lspSettings } from "./sections/lsp.ts";
import { magicKeywordSettings } from "./sections/magic-keywords.ts";
import { mcpSettings } from "./sections/mcp.ts";
import { autolearnSettings, localMemorySettings, memoryModelSettings, memorySettings } from "./sections/memory.ts";
import { mnemopiSettings } from "./sections/mnemopi.ts";
import { modelSettings } from "./sections/model.ts";
import { completionSettings, errorSettings, recapSettings } from "./sections/notifications.ts";
import { planSettings, titleSettings } from "./sections/plan.ts";
import { promptSettings } from "./sections/prompt.ts";
import { modelChoiceSettings, providerContextSettings, providerSettings } from "./sections/providers.ts";
import { anthropicSettings, retrySettings } from "./sections/retry.ts";
import { samplingSettings, tierSettings } from "./sections/sampling.ts";
import {
	featureSettings,
	gitSettings,
	marketplaceSettings,
	powerSettings,
	sessionSettings,
} from "./sections/session.ts";
import { commandSettings, skillSettings } from "./sections/skills.ts";
import { speechInputSettings } from "./sections/speech-input.ts";
import {
	liveSettings,
	localSpeechSettings,
	readAloudSettings,
	speechProviderSettings,
} from "./sections/speech-output.ts";
import { statusLineSettings } from "./sections/status-line.ts";
import { streamRuleSettings } from "./sections/stream-rules.ts";
import { isolationSettings, taskSettings, worktreeSettings } from "./sections/task.ts";
import {
	autoThinkingSettings,
	loopGuardSettings,
	thinkingBudgetSettings,
	thinkingSettings,
} from "./sections/thinking.ts";
import { toolSwitchSettings } from "./sections/tool-switches.ts";
import { webAccessSettings } from "./sections/web.ts";

/** All sections, in the order of the reference. */
export const sections = [
	themeSettings,
	appearanceSettings,
	startupSettings,
	statusLineSettings,
	terminalSettings,
	tuiSettings,
	displaySettings,
	cursorSettings,
	taskDisplaySettings,
	imageSettings,
	inlineImageSettings,
	thinkingSettings,
	loopGuardSettings,
	thinkingBudgetSettings,
	autoThinkingSettings,
	loopSettings,
	toolCallLoopGuardSettings,
	samplingSettings,
	tierSettings,
	promptSettings,
	modelSettings,
	modelChoiceSettings,
	providerSettings,
	providerContextSettings,
	retrySettings,
	anthropicSettings,
	advisorSettings,
	prewalkSettings,
	inputSettings,
	loopModeSettings,
	pasteSettings,
	composerSettings,
	approvalSettings,
	completionSettings,
	errorSettings,
	askSettings,
	recapSettings,
	speechInputSettings,
	collabSettings,
	shareSettings,
	magicKeywordSettings,
	sessionSettings,
	marketplaceSettings,
	powerSettings,
	featureSettings,
	gitSettings,
	contextPromotionSettings,
	branchSummarySettings,
	workspaceSettings,
	compactionSettings,
	streamRuleSettings,
	dialectSettings,
	snapcompactSettings,
	memorySettings,
	memoryModelSettings,
	autolearnSettings,
	localMemorySettings,
	mnemopiSettings,
	hindsightSettings,
	editSettings,
	toolSettings,
	toolOutputSettings,
	readSettings,
	readLineSettings,
	shellSettings,
	readSummarySettings,
	lspSettings,
	bashSettings,
	autoBackgroundSettings,
	bashInterceptorSettings,
	shellMinimizerSettings,
	evalSettings,
	pythonSettings,
	rubySettings,
	juliaSettings,
	findSettings,
	astEditSettings,
	askSwitchSettings,
	astGrepSettings,
	checkpointSettings,
	launchSettings,
	toolSwitchSettings,
	generateImageSettings,
	fetchSettings,
	webSearchSettings,
	searchSettings,
	inspectImageSettings,
	todoSettings,
	todoPanelSettings,
	browserSettings,
	computerSettings,
	githubSettings,
	githubCacheSettings,
	...Object.values(budgetSettings),
	asyncSettings,
	agentMessageSettings,
	mcpSettings,
	extensionSettings,
	extensionHandlerSettings,
	autoqaSettings,
	planSettings,
	goalSettings,
	titleSettings,
	taskSettings,
	isolationSettings,
	worktreeSettings,
	skillSettings,
	commandSettings,
	commitSettings,
	searchProviderSettings,
	imageProviderSettings,
	fetchProviderSettings,
	webAccessSettings,
	exaSettings,
	searxngSettings,
	speechProviderSettings,
	localSpeechSettings,
	readAloudSettings,
	liveSettings,
	localModelSettings,
	secretSettings,
	authSettings,
	authBrokerSettings,
	codexResetSettings,
	setupSettings,
	garbageSettings,
] as const;
