/**
 * Settings that can be stored but that nothing reads yet, by the feature that will. `name.*` stands for all keys below a
 * name. `bun run check` compares this with the code, so a feature that begins to read a key removes it here.
 */
export const unusedSettings: ReadonlyArray<{ readonly feature: string; readonly keys: readonly string[] }> = [
	{
		feature: "sub-agents",
		keys: ["task.showResolvedModelBadge", "todo.eager"],
	},
	{
		feature: "web access",
		keys: ["exa.enableResearcher", "exa.enableWebsets"],
	},
	{ feature: "the browser tool", keys: ["browser.cmux", "browser.relay", "browser.relayUrl"] },
	{ feature: "the computer tool", keys: ["computer.*"] },
	{
		feature: "image tools",
		keys: ["images.describeForTextModels"],
	},
	{ feature: "the vault and security tools", keys: ["vault.enabled", "security.enabled"] },
	{ feature: "device tools", keys: ["tools.xdev", "tools.xdevDocs", "tools.xdevInlineDevices"] },
	{ feature: "language servers", keys: ["lsp.shared"] },
	{ feature: "Codex usage resets", keys: ["codexResets.*", "tui.codexResetFireworks"] },
	{ feature: "speech", keys: ["stt.*", "tts.*", "speech.*", "speechgen.enabled", "live.voice", "providers.tts"] },
	{ feature: "recaps", keys: ["recap.*"] },
	{ feature: "tool reports", keys: ["dev.autoqa", "dev.autoqaConsent", "dev.autoqaPush.*"] },
	{
		feature: "small local models",
		keys: [
			"providers.tinyModel",
			"providers.tinyModelDevice",
			"providers.tinyModelDtype",
			"providers.unexpectedStopModel",
			"providers.autoThinkingModel",
			"providers.autoThinkingMaxEffort",
		],
	},
	{ feature: "service tiers per provider", keys: ["tier.openai", "tier.anthropic", "tier.google"] },
	{
		feature: "provider options",
		keys: [
			"textVerbosity",
			"providers.anthropic.serverSideFallback",
			"providers.ollama-cloud.maxConcurrency",
			"providers.openaiWebsockets",
			"providers.antigravityEndpoint",
			"providers.fireworksTier",
			"omitThinking",
			"externalThinking",
		],
	},
	{
		feature: "thinking loop checks",
		keys: ["model.loopGuard.checkAssistantContent", "model.loopGuard.toolCallReminder"],
	},
	{
		feature: "streamed provider compaction",
		keys: ["compaction.remoteStreamingV2Enabled", "compaction.v2RetainedMessageBudget"],
	},
	{ feature: "snapcompact options", keys: ["snapcompact.*"] },
	{ feature: "tool call formats", keys: ["tools.format", "inlineToolDescriptors"] },
	{ feature: "checks for made-up results", keys: ["tools.abortOnFabricatedResult"] },
	{ feature: "session titles after a new plan", keys: ["title.refreshOnReplan"] },
	{ feature: "sleep prevention", keys: ["power.sleepPrevention"] },
	{ feature: "the start-up animation and update checks", keys: ["startup.showSplash", "startup.checkUpdate"] },
	{
		feature: "display options",
		keys: [
			"display.cacheMissMarker",
			"tui.textSizing",
			"tui.vimMode",
			"statusLine.compactThinkingLevel",
			"read.renderMarkdown",
		],
	},
	{ feature: "Julia and Ruby cells", keys: ["julia.interpreter", "ruby.interpreter", "eval.rb", "eval.jl"] },
	{
		feature: "options of the shell minimizer",
		keys: [
			"shellMinimizer.sourceOutlineLevel",
			"shellMinimizer.maxCaptureBytes",
			"shellMinimizer.settingsPath",
			"shellMinimizer.legacyFilters",
		],
	},
];
