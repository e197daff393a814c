import { supportedProtocolVersions } from "../../../rpc-protocol/limits.data.ts";
import { wholeNumber } from "./fields.ts";
import { answering, type RpcCommand } from "./rpc-command.ts";

const negotiateProtocol = answering(
	"negotiate_protocol",
	{ protocolVersion: wholeNumber({ min: 0 }) },
	async ({ protocolVersion }) => {
		const version = supportedProtocolVersions.find((candidate) => candidate === protocolVersion);
		if (!version) throw new Error(`Unsupported RPC protocol version: ${protocolVersion}`);
		return { data: { protocolVersion: version }, version };
	},
);

export const protocolCommands: readonly RpcCommand[] = [negotiateProtocol];
