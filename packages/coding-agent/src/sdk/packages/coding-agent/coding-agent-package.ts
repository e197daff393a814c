/** What extensions import from `@oh-my-pi/pi-coding-agent`: the SDK, and small parts that published extensions know. */
export * from "../../package-entry.ts";
export { BorderedLoader } from "../tui/loaders.ts";
export { getSelectListTheme } from "../tui/select-list.ts";
export { getSettingsListTheme } from "../tui/settings-list.ts";
export { DynamicBorder } from "../tui/texts.ts";
export {
	createBashTool,
	createEditTool,
	createReadTool,
	createWriteTool,
	type FolderTool,
	type ToolResult,
} from "./file-tools.ts";
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
