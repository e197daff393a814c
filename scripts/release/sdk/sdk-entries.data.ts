/** What programs import: the path after `@oh-my-pi/pi-coding-agent`, and its source below `packages/`. */
export const sdkEntries: Readonly<Record<string, string>> = {
	".": "coding-agent/src/sdk/entries/embedded-entry.ts",
	"./sdk": "coding-agent/src/sdk/sdk.ts",
	"./extensibility/custom-tools": "coding-agent/src/sdk/entries/custom-tools.ts",
	"./extensibility/hooks": "coding-agent/src/sdk/entries/hooks.ts",
	"./rpc-client": "coding-agent/src/rpc-client/rpc-client.ts",
	"./rpc-client-tool": "coding-agent/src/rpc-client/client-tool.ts",
	"./rpc-connection": "coding-agent/src/rpc-client/rpc-connection.ts",
	"./pi-ai": "coding-agent/src/sdk/packages/ai.ts",
	"./pi-tui": "coding-agent/src/sdk/packages/tui/tui-package.ts",
	"./pi-agent-core": "coding-agent/src/sdk/packages/agent.ts",
	"./pi-utils": "coding-agent/src/sdk/packages/utils.ts",
	"./pi-natives": "coding-agent/src/sdk/packages/natives.ts",
};

/** Those that also run in Node. */
export const nodeEntries: readonly string[] = [
	"coding-agent/src/rpc-client/rpc-client.ts",
	"coding-agent/src/rpc-client/client-tool.ts",
	"coding-agent/src/rpc-client/rpc-connection.ts",
];

/** Started as a thread, by its name beside the other files. */
export const threadEntry = "natives/src/walk/newest/walk-thread.ts";

/** Packages of their own, for programs and extensions that import them by these names. */
export const siblingPackages = ["pi-ai", "pi-tui", "pi-agent-core", "pi-utils", "pi-natives"] as const;
