/** What extensions import from `../../entries/embedded-entry.ts`: the SDK, and small parts that published extensions know. */
export * from "../../package-entry.ts";
export { getLanguageFromPath, highlightCode } from "../search/highlight-code.ts";
export { BorderedLoader } from "../tui/loaders.ts";
export { getSelectListTheme } from "../tui/select-list.ts";
export { getSettingsListTheme } from "../tui/settings-list.ts";
export { DynamicBorder } from "../tui/texts.ts";
export {
	type BashOperations,
	type BashSpawnContext,
	type BashToolOptions,
	createBashTool,
	createLocalBashOperations,
} from "./bash-tool.ts";
export { createEditTool, type EditOperations, type EditToolOptions } from "./edit-tool.ts";
export type { FolderTool, ToolResult } from "./folder-tool.ts";
export {
	copyToClipboard,
	getAgentDir,
	getMarkdownTheme,
	getPackageDir,
	isToolCallEventType,
	keyHint,
	parseFrontmatter,
	type ResizedImage,
	resizeImage,
	withFileMutationQueue,
} from "./helpers.ts";
export { createReadTool, type ReadOperations, type ReadToolOptions } from "./read-tool.ts";
export {
	createFindTool,
	createGrepTool,
	createLsTool,
	type FindOperations,
	type FindToolOptions,
	type GrepOperations,
	type GrepToolOptions,
	type LsOperations,
	type LsToolOptions,
} from "./search-tools.ts";
export { SettingsManager } from "./settings-manager.ts";
export {
	BashTool,
	BUILTIN_TOOLS,
	createTools,
	EditTool,
	FindTool,
	FindTool as GlobTool,
	GrepTool,
	LsTool,
	ReadTool,
	type ToolSession,
	WriteTool,
} from "./tool-by-class.ts";
export { createAllTools, createCodingTools, createReadOnlyTools, type ToolsOptions } from "./tool-sets.ts";
export {
	DEFAULT_MAX_BYTES,
	DEFAULT_MAX_LINES,
	formatSize,
	GREP_MAX_LINE_LENGTH,
	type TruncationOptions,
	type TruncationResult,
	truncateHead,
	truncateLine,
	truncateTail,
} from "./truncate.ts";
export { createWriteTool, type WriteOperations, type WriteToolOptions } from "./write-tool.ts";
