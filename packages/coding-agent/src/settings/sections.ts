import { toolSettings } from "@oh-my-pi/pi-tools/contract/settings";
import { toolOutputSettings } from "@oh-my-pi/pi-tools/output/settings";
import { builtInToolSettings } from "@oh-my-pi/pi-tools/tool-settings";
import type { SettingsSection } from "@oh-my-pi/pi-utils/settings/setting";
import { agentMessageSettings } from "./sections/agent/agent-messages.ts";
import { approvalSettings } from "./sections/agent/approval.ts";
import { commitSettings } from "./sections/agent/commit.ts";
import { compactionSettings } from "./sections/agent/compaction.ts";
import { branchSummarySettings, contextPromotionSettings, workspaceSettings } from "./sections/agent/context.ts";
import { garbageSettings, setupSettings } from "./sections/agent/internal.ts";
import { loopSettings, toolCallLoopGuardSettings } from "./sections/agent/loop.ts";
import {
	featureSettings,
	gitSettings,
	marketplaceSettings,
	powerSettings,
	sessionSettings,
} from "./sections/agent/session.ts";
import { streamRuleSettings } from "./sections/agent/stream-rules.ts";
import { isolationSettings, taskSettings, worktreeSettings } from "./sections/agent/task.ts";
import { titleSettings } from "./sections/agent/title.ts";
import { toolSwitchSettings } from "./sections/agent/tool-switches.ts";
import { authBrokerSettings, authSettings, codexResetSettings } from "./sections/model/accounts.ts";
import { dialectSettings, snapcompactSettings } from "./sections/model/experimental.ts";
import { localModelSettings } from "./sections/model/local-models.ts";
import { modelSettings } from "./sections/model/model.ts";
import { promptSettings } from "./sections/model/prompt.ts";
import { modelChoiceSettings, providerContextSettings, providerSettings } from "./sections/model/providers.ts";
import { anthropicSettings, retrySettings } from "./sections/model/retry.ts";
import { samplingSettings, tierSettings } from "./sections/model/sampling.ts";
import {
	autoThinkingSettings,
	loopGuardSettings,
	thinkingBudgetSettings,
	thinkingSettings,
} from "./sections/model/thinking.ts";
import { appearanceSettings, startupSettings, themeSettings } from "./sections/screen/appearance.ts";
import {
	cursorSettings,
	displaySettings,
	taskDisplaySettings,
	terminalSettings,
	tuiSettings,
} from "./sections/screen/display.ts";
import { imageSettings, inlineImageSettings } from "./sections/screen/images.ts";
import { composerSettings, inputSettings, loopModeSettings, pasteSettings } from "./sections/screen/input.ts";
import { magicKeywordSettings } from "./sections/screen/magic-keywords.ts";
import { completionSettings, errorSettings, recapSettings } from "./sections/screen/notifications.ts";
import { statusLineSettings } from "./sections/screen/status-line.ts";
import { advisorSettings, prewalkSettings } from "./sections/services/advisor.ts";
import { collabSettings, shareSettings } from "./sections/services/collab.ts";
import { computerSettings } from "./sections/services/computer.ts";
import { autoqaSettings, extensionHandlerSettings, extensionSettings } from "./sections/services/extensions.ts";
import { mcpSettings } from "./sections/services/mcp.ts";
import { commandSettings, skillSettings } from "./sections/services/skills.ts";
import { speechInputSettings } from "./sections/services/speech-input.ts";
import {
	liveSettings,
	localSpeechSettings,
	readAloudSettings,
	speechProviderSettings,
} from "./sections/services/speech-output.ts";
import { webAccessSettings } from "./sections/services/web.ts";

/** All sections, in the order of the reference. A tool brings its own. */
export const sections: readonly SettingsSection[] = [
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
	toolSettings,
	toolOutputSettings,
	...builtInToolSettings,
	toolSwitchSettings,
	computerSettings,
	agentMessageSettings,
	mcpSettings,
	extensionSettings,
	extensionHandlerSettings,
	autoqaSettings,
	titleSettings,
	taskSettings,
	isolationSettings,
	worktreeSettings,
	skillSettings,
	commandSettings,
	commitSettings,
	webAccessSettings,
	speechProviderSettings,
	localSpeechSettings,
	readAloudSettings,
	liveSettings,
	localModelSettings,
	authSettings,
	authBrokerSettings,
	codexResetSettings,
	setupSettings,
	garbageSettings,
];
