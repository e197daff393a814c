/** The order of the hooks of a conversation, lower first. A hook without an order has that of `extension`. */
export const hookOrder = {
	earlyStop: 10,
	/** Before the tools of a request are chosen: whether `lsp` is of use. */
	languageServers: 40,
	activeTools: 50,
	pendingAction: 60,
	/** The tools that a caller of the MCP server may use. */
	allowedTools: 69,
	approval: 70,
	plan: 80,
	streamRules: 90,
	retry: 100,
	overflowRecovery: 200,
	queuedMessages: 300,
	/** Messages of other agents. */
	agentMessages: 301,
	checkpoint: 400,
	todoReminder: 500,
	/** A sub-agent that has not yielded its result. */
	subagentResult: 590,
	unexpectedStop: 600,
	modelFallback: 610,
	usageReserve: 620,
	autoThinking: 630,
	extension: 650,
	compaction: 700,
	/** Messages queued during compaction. */
	queuedMeanwhile: 800,
	goal: 900,
	toolChoice: 1000,
	/** Behind everything that may still refuse a call. */
	sandbox: 1050,
	/** Last: what it keeps is what the call finds. */
	undo: 1100,
} as const;
