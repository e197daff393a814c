import type { ProjectPolicy, Setting } from "@oh-my-pi/pi-utils/settings/setting";

const keys = (text: string): readonly string[] => text.trim().split(/\s+/);

/**
 * What a project's settings may do with the settings that do not say it themselves (`project`). Keys or sections; the longest match
 * counts. A key that matches nothing needs trust. Of those in `tightening.data.ts` only what is stricter than the user's own value
 * counts.
 */
export const projectKeys: Readonly<Record<ProjectPolicy, readonly string[]>> = {
	rules: keys(`tools.approvalMode tools.approval`),
	switch: keys(`
		speechgen.enabled computer.enabled vault.enabled security.enabled plan.enabled inspect_image.enabled
	`),
	trust: keys(`
		mcp extensions disabledExtensions extensionHandlers marketplace skills.customDirectories
		workspace.additionalDirectories worktree disabledProviders providers.antigravityEndpoint compaction.remoteEnabled
		compaction.remoteEndpoint compaction.remoteStreamingV2Enabled memory autolearn mnemopi hindsight collab share auth dev
		codexResets gc secrets ttsr images.blockImages tools.artifactSpillThreshold tools.artifactHeadBytes
		tools.artifactTailBytes tools.artifactTailLines setupVersion computer vault security live web
		providers.maxInFlightRequests retry.usageReservePct model.toolCallLoopGuard.exemptTools task.agentAdvisor
		task.agentPrewalk autoResume startup.checkUpdate
	`),
	free: keys(`
		theme symbolPreset colorBlindMode hideThinkingBlock startup statusLine terminal tui display showHardwareCursor task
		images proseOnlyThinking omitThinking externalThinking model thinkingBudgets providers steeringMode followUpMode
		interruptMode temperature topP topK minP presencePenalty repetitionPenalty serviceTier textVerbosity tier personality
		includeModelInPrompt includeWorkspaceTree inlineToolDescriptors defaultThinkingLevel modelRoleStorage modelRoles
		modelTags cycleOrder modelProviderOrder enabledModels provider retry advisor prewalk doubleEscapeAction treeFilterMode
		autocompleteMaxVisible emojiAutocomplete loop paste composer tools completion error recap stt magicKeywords autoResume
		power features git contextPromotion branchSummary compaction snapcompact memories speechgen irc plan title skills
		commands commit tts speech sandbox
	`),
};

/** Its own policy, or that of the table; of two equally long matches the stricter one. */
export function findProjectPolicy({
	key,
	project,
}: Pick<Setting<unknown>, "key" | "project">): ProjectPolicy | undefined {
	if (project) return project;
	let [found, length]: [ProjectPolicy | undefined, number] = [undefined, 0];
	for (const policy of ["rules", "switch", "trust", "free"] as const) {
		for (const name of projectKeys[policy]) {
			if (name.length > length && (key === name || key.startsWith(`${name}.`))) [found, length] = [policy, name.length];
		}
	}
	return found;
}
