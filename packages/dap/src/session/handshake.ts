import { sleep } from "@oh-my-pi/pi-utils/abort";
import type { LaunchArguments } from "../adapter/definition/adapter-definition.ts";
import type { RequestOptions } from "../protocol/connection.ts";
import type { SessionNode } from "./session-node.ts";

export interface HandshakeOptions extends RequestOptions {
	readonly adapterName: string;
	readonly clientName: string;
	readonly request: "launch" | "attach";
	readonly arguments: LaunchArguments;
	/** Sends breakpoints, when the adapter is ready for them. */
	readonly configure: () => Promise<void>;
}

/** An adapter that has answered `launch` and is not ready for breakpoints by then takes them unasked. */
const initializedWaitMs = 5000;

/** From a fresh connection to a program that runs. */
export async function handshake(node: SessionNode, options: HandshakeOptions): Promise<void> {
	const { adapterName, clientName, request, timeoutMs, signal, configure } = options;
	node.capabilities = await node.request(
		"initialize",
		{
			clientID: clientName,
			clientName,
			adapterID: adapterName,
			pathFormat: "path",
			linesStartAt1: true,
			columnsStartAt1: true,
			supportsVariableType: true,
			supportsVariablePaging: true,
			supportsRunInTerminalRequest: true,
			supportsStartDebuggingRequest: true,
			supportsMemoryReferences: true,
			locale: "en",
		},
		{ timeoutMs, signal },
	);
	// Some adapters answer at once, some when the configuration is done.
	const started = node.request(request, options.arguments, { timeoutMs, signal });
	await Promise.race([
		node.initialized,
		started.then(() => Promise.race([node.initialized, sleep(initializedWaitMs, { signal })])),
	]);
	await Promise.race([configure(), failure(started)]);
	await started;
	if (node.state === "starting") node.markRunning();
}

/** Settles only when the request fails. */
function failure(request: Promise<unknown>): Promise<never> {
	return new Promise((_, reject) => request.catch(reject));
}
