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
	createBashTool as createBashToolDefinition,
	createLocalBashOperations,
} from "./bash-tool.ts";
export {
	createEditTool,
	createEditTool as createEditToolDefinition,
	type EditOperations,
	type EditToolOptions,
} from "./edit-tool.ts";
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
export {
	createReadTool,
	createReadTool as createReadToolDefinition,
	type ReadOperations,
	type ReadToolOptions,
} from "./read-tool.ts";
export {
	createFindTool,
	createFindTool as createFindToolDefinition,
	createGrepTool,
	createGrepTool as createGrepToolDefinition,
	createLsTool,
	createLsTool as createLsToolDefinition,
	type FindOperations,
	type FindToolOptions,
	type GrepOperations,
	type GrepToolOptions,
	type LsOperations,
	type LsToolOptions,
} from "./search-tools.ts";
export { SettingsManager } from "./settings-manager.ts";
export { type ParsedSkillBlock, parseSkillBlock } from "./skill-block.ts";
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
export {
	createAllTools,
	createAllTools as createAllToolDefinitions,
	createCodingTools,
	createCodingTools as createCodingToolDefinitions,
	createReadOnlyTools,
	createReadOnlyTools as createReadOnlyToolDefinitions,
	type ToolsOptions,
} from "./tool-sets.ts";
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
export {
	createWriteTool,
	createWriteTool as createWriteToolDefinition,
	type WriteOperations,
	type WriteToolOptions,
} from "./write-tool.ts";
