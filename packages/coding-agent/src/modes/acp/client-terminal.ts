import type { TerminalHandle } from "@agentclientprotocol/sdk/unstable";
import type { TerminalRunOptions } from "@oh-my-pi/pi-tools/services/command-terminal";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { FrontEndPorts } from "../../workbench/contract/front-end.ts";
import type { ClientPort } from "./client-port.ts";

const outputByteLimit = 51_200;

/** Commands in the client's terminals, where it has them: the user sees them run. */
export function clientTerminal(
	client: ClientPort,
	onOpen: (callId: string, terminalId: string) => Promise<void>,
): Pick<FrontEndPorts, "terminal"> {
	if (!client.capabilities.terminal) return {};
	return {
		terminal: {
			async run(command, options) {
				const handle = await open(client, command, options);
				if (!handle) return undefined;
				await onOpen(options.callId, handle.id);
				return follow(handle, options);
			},
		},
	};
}

async function open(
	client: ClientPort,
	command: string,
	{ cwd, variables }: TerminalRunOptions,
): Promise<TerminalHandle | undefined> {
	try {
		return await client.createTerminal({
			command: "/bin/bash",
			args: ["-l", "-c", command],
			cwd,
			outputByteLimit,
			...(Object.keys(variables).length > 0 && {
				env: Object.entries(variables).map(([name, value]) => ({ name, value })),
			}),
		});
	} catch (error) {
		client.log(`The client opened no terminal: ${errorMessage(error)}`);
		return undefined;
	}
}

async function follow(
	handle: TerminalHandle,
	{ signal, onData }: TerminalRunOptions,
): Promise<{ readonly exitCode: number | null }> {
	const stop = () => void handle.kill().catch(() => {});
	if (signal.aborted) stop();
	signal.addEventListener("abort", stop, { once: true });
	try {
		const { exitCode } = await handle.waitForExit();
		const { output, truncated } = await handle.currentOutput();
		onData(Buffer.from(truncated ? `[Earlier output is not kept]\n${output}` : output));
		return { exitCode: signal.aborted ? null : (exitCode ?? null) };
	} finally {
		signal.removeEventListener("abort", stop);
		await handle.release().catch(() => {});
	}
}
