/**
 * What a project's settings may change. Keys or sections; the longest match counts. A key that matches nothing needs trust.
 *
 * - `free`: takes effect without asking. It changes how things look or how omp works, but runs nothing, sends nothing elsewhere
 *   and allows nothing. Of those in `tightening.data.ts` only what is stricter than the user's own value counts.
 * - `trust`: takes effect once the user trusts it: programs, folders, servers, credentials, and switches that protect the user.
 * - `switch`: a tool. A project may switch it off; on only if it is on by default.
 * - `rules`: approvals. A project may tighten them; what loosens them needs trust.
 */
export type ProjectPolicy = "free" | "trust" | "switch" | "rules";

const keys = (text: string): readonly string[] => text.trim().split(/\s+/);

export const projectKeys: Readonly<Record<ProjectPolicy, readonly string[]>> = {
	rules: keys(`tools.approvalMode tools.approval bash.patterns`),
	switch: keys(`
		bash.enabled eval find.enabled astEdit.enabled astGrep.enabled checkpoint.enabled debug.enabled fetch.enabled
		web_search.enabled launch.enabled github.enabled generate_image.enabled speechgen.enabled computer.enabled vault.enabled
		security.enabled search.enabled todo.enabled browser.enabled ask.enabled async.enabled plan.enabled goal.enabled
		inspect_image.enabled
	`),
	trust: keys(`
		shellPath shellMinimizer bashInterceptor bash.direnv python.interpreter ruby.interpreter julia.interpreter lsp mcp extensions
		disabledExtensions extensionHandlers marketplace skills.customDirectories workspace.additionalDirectories worktree
		disabledProviders providers.antigravityEndpoint compaction.remoteEnabled compaction.remoteEndpoint
		compaction.remoteStreamingV2Enabled memory autolearn mnemopi hindsight searxng exa browser collab share auth dev codexResets
		gc secrets ttsr images.blockImages tools.artifactSpillThreshold tools.artifactHeadBytes tools.artifactTailBytes
		tools.artifactTailLines setupVersion computer debug launch vault security live web providers.fetch
		providers.maxInFlightRequests retry.usageReservePct model.toolCallLoopGuard.exemptTools task.agentAdvisor task.agentPrewalk
		goal.continuationModes autoResume startup.checkUpdate
	`),
	free: keys(`
		theme symbolPreset colorBlindMode hideThinkingBlock startup statusLine terminal tui display showHardwareCursor task images
		proseOnlyThinking omitThinking externalThinking model thinkingBudgets providers steeringMode followUpMode interruptMode
		temperature topP topK minP presencePenalty repetitionPenalty serviceTier textVerbosity tier personality includeModelInPrompt
		includeWorkspaceTree inlineToolDescriptors defaultThinkingLevel modelRoleStorage modelRoles modelTags cycleOrder
		modelProviderOrder enabledModels provider retry advisor prewalk doubleEscapeAction treeFilterMode autocompleteMaxVisible
		emojiAutocomplete loop paste composer tools completion error ask recap stt magicKeywords autoResume power features git
		contextPromotion branchSummary compaction snapcompact memories edit read readHashLines readLineNumbers bash python find
		astEdit astGrep checkpoint fetch web_search github generate_image speechgen search inspect_image todo tasks async irc plan
		goal title skills commands commit tts speech budget
	`),
};

/** The policy of a key; of two equally long matches the stricter one. */
export function projectPolicyOf(key: string): ProjectPolicy | undefined {
	let [found, length]: [ProjectPolicy | undefined, number] = [undefined, 0];
	for (const policy of ["rules", "switch", "trust", "free"] as const) {
		for (const name of projectKeys[policy]) {
			if (name.length > length && (key === name || key.startsWith(`${name}.`))) [found, length] = [policy, name.length];
		}
	}
	return found;
}
