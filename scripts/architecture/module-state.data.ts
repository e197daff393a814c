/** Files with a module-level `let` or a collection that is filled later, with the reason why all sessions of the process may share it. */
export const moduleState: readonly { file: string; because: string }[] = [
	{
		file: "packages/coding-agent/src/features/extensions/loading/import-graph.ts",
		because: "there is one module loader in a process, and each import of an extension needs its own number",
	},
	{
		file: "packages/coding-agent/src/process/process-host.ts",
		because: "the entry of the program says once what extensions may import",
	},
	{
		file: "packages/coding-agent/src/process/rebuild-when-outdated.ts",
		because: "a checkout's executable is checked once, before anything else is loaded",
	},
	{
		file: "packages/natives/src/executable-path.ts",
		because: "process.execPath, which it remembers, is one per process",
	},
	{
		file: "packages/natives/src/walk/newest/walk-thread.ts",
		because: "is the main file of a thread, which has one walk at a time",
	},
	{
		file: "packages/tools/src/browser-control/tab-worker/tab-program.ts",
		because: "is the main file of a process of its own, that of a browser tab",
	},
	{
		file: "packages/tools/src/web/html/page-facts.ts",
		because: "the last result of a pure function is kept",
	},
	{
		file: "packages/tui/src/screen/screen-style.ts",
		because: "a process has one terminal, and components of extensions are made without being given its style",
	},
	{
		file: "packages/utils/src/debug-log.ts",
		because: "the debug log is one file per process",
	},
	{
		file: "packages/ai/src/protocols/ollama-chat/protocol.ts",
		because: "an address has Ollama's own API or not, whoever asks",
	},
	{
		file: "packages/coding-agent/src/agents/isolation/merge/merge-lock.ts",
		because: "merges into one folder take turns, also those of different sessions",
	},
	{
		file: "packages/coding-agent/src/features/extensions/loading/host-modules.ts",
		because: "there is one module loader in a process",
	},
	{
		file: "packages/coding-agent/src/features/github/github-url.ts",
		because: "a refresh that is under way, by account and page",
	},
	{
		file: "packages/coding-agent/src/features/mcp/servers/server-config.ts",
		because: "outputs of commands, by folder and command",
	},
	{
		file: "packages/coding-agent/src/process/terminal/process-io.ts",
		because: "whether a descriptor of the process is a terminal",
	},
	{
		file: "packages/coding-agent/src/sdk/packages/coding-agent/helpers.ts",
		because: "changes of one file take turns, also those of different sessions",
	},
	{
		file: "packages/natives/src/syntax/structural-search.ts",
		because: "grammars are loaded once",
	},
	{
		file: "packages/natives/src/syntax/syntax.ts",
		because: "grammars are loaded once",
	},
	{
		file: "packages/policy/src/files/guarded-files.ts",
		because: "compiled patterns, by their source",
	},
	{
		file: "packages/policy/src/options/option-table.ts",
		because: "parsed tables, by their text",
	},
	{
		file: "packages/session/src/entry/envelope.ts",
		because: "equal names are kept once",
	},
	{
		file: "packages/tools/src/github/pr-checkout.ts",
		because: "checkouts in one repository take turns, also those of different sessions",
	},
	{
		file: "packages/tui/src/text/style-changes.ts",
		because: "the results of a pure function are kept",
	},
	{
		file: "packages/utils/src/defect.ts",
		because: "defects of omp itself, for `omp doctor`",
	},
];
