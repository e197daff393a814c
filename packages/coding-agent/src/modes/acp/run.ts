import { ndJsonStream } from "@agentclientprotocol/sdk/unstable";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { onCrash, onFatalSignal } from "../../process/exit/signals.ts";
import type { CliIo } from "../../process/terminal/io.ts";
import type { LaunchOptions } from "../../startup/launch-options.ts";
import { AcpAgent } from "./acp.ts";
import { SessionStarter } from "./client-sessions.ts";
import { closeWhenAnswered } from "./closed-after-answers.ts";
import { refuseLongLines } from "./refuse-long-lines.ts";

/** ACP over standard streams until the client leaves; signals end it with the sessions saved. */
export async function runAcp(
	host: Host,
	options: LaunchOptions & { readonly timeUp: Promise<void> },
	io: CliIo,
): Promise<number> {
	const log = (message: string) => void io.stderr.write(`${message}\n`);
	const agent = new AcpAgent({ sessions: new SessionStarter(host, options), log });
	using _crash = onCrash(() => agent.end("crash"), { host, io, reportsFirst: true });
	using _signals = onFatalSignal(["SIGINT", "SIGTERM", "SIGHUP"], (signal) => agent.end(signal.toLowerCase()), io.exit);
	const decoder = new TextDecoder();
	const output = new WritableStream<Uint8Array>({ write: (bytes) => io.stdout.write(decoder.decode(bytes)) });
	const input = refuseLongLines(io.stdin.chunks(), (answer) => void io.stdout.write(answer));
	const stream = ndJsonStream(output, input);
	const connection = agent.app().connect(closeWhenAnswered(stream, () => agent.end("client left")));
	await Promise.race([connection.closed, io.stdout.closed, options.timeUp]);
	await agent.end("closed_pipe");
	return 0;
}
