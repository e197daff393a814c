/** Types that extensions import from the package. */
export type { Hook } from "../conversation/hooks/hook.ts";
export type { EventBus } from "../features/extensions/api/event-bus.ts";
export type { ExtensionEvents } from "../features/extensions/api/events.ts";
export type {
	ExtensionAPI,
	ExtensionCommandContext,
	ExtensionContext,
	ProviderConfig,
	ToolDefinition,
} from "../features/extensions/api/types.ts";
export type {
	ExtensionTheme as Theme,
	ExtensionUi as ExtensionUIContext,
} from "../workbench/contract/extension-host.ts";
