import { flag, listOf, object, oneOf, optional, recordOf, text } from "./fields.ts";
import { command, type RpcCommand } from "./rpc-command.ts";

const hostTool = recordOf({
	name: optional(text),
	label: optional(text),
	description: text,
	parameters: object,
	hidden: optional(flag),
	loadMode: optional(oneOf(["essential", "discoverable"])),
});

const setHostTools = command("set_host_tools", { tools: listOf(hostTool) }, async ({ tools }, { hostTools }) => ({
	toolNames: await hostTools.replace(tools.map((tool) => ({ ...tool, name: tool.name ?? "" }))),
}));

const uriScheme = recordOf({
	scheme: text,
	description: optional(text),
	writable: optional(flag),
	immutable: optional(flag),
});

const setHostUriSchemes = command("set_host_uri_schemes", { schemes: listOf(uriScheme) }, ({ schemes }, rpc) => ({
	schemes: rpc.hostUris.replace(schemes),
}));

export const hostingCommands: readonly RpcCommand[] = [setHostTools, setHostUriSchemes];
