import type { Screen } from "@oh-my-pi/pi-tui/screen/screen";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { ExitKind } from "../../conversation/kernel/recorder.ts";
import { onCrash, onFatalSignal } from "../../process/exit/signals.ts";
import type { CliIo } from "../../process/terminal/io.ts";
import { tellHowToResume } from "../../session-actions/resume-hint.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { ComposerSession } from "./composer/composer.ts";
import type { LoaderLine } from "./panels/activity/loader-line.ts";
import type { TranscriptPanel } from "./transcript/draw/transcript-panel.ts";

export interface ShutDownParts {
	readonly session: OpenedConversation;
	readonly composer: Pick<ComposerSession, "close">;
	readonly transcript: Pick<TranscriptPanel, "finish">;
	readonly loaderLine: Pick<LoaderLine, "during" | "stop">;
	readonly screen: Pick<Screen, "stop">;
	readonly io: CliIo;
}

export type ShutDown = (reason: string, kind: ExitKind) => Promise<void>;

/** The one way out, whoever opens the door: draft and session are saved, then the terminal is as it was. */
export function shutDownOnce(parts: ShutDownParts): ShutDown {
	let ending: Promise<void> | undefined;
	return (reason, kind) => {
		ending ??= shutDown(parts, reason, kind);
		return ending;
	};
}

/** Signals and defects of ours take the same way as the user. */
export function shutDownInTrouble(shutDown: ShutDown, { session, io }: ShutDownParts): Disposable {
	const ends = new DisposableStack();
	ends.use(onFatalSignal(["SIGTERM", "SIGHUP"], (signal) => shutDown(signal.toLowerCase(), "signal"), io.exit));
	ends.use(onCrash(() => shutDown("crash", "fatal"), { host: session.host, io }));
	return ends;
}

async function shutDown(parts: ShutDownParts, reason: string, kind: ExitKind): Promise<void> {
	const { session, composer, transcript, loaderLine, screen, io } = parts;
	const { conversation, settings } = session;
	const closing = [conversation.dispose(reason, kind), composer.close(), settings.flush()];
	const settled = Promise.allSettled(closing);
	transcript.finish();
	// Whoever leaves waits for what still has to be ended; a signal does not.
	if (kind === "normal") await loaderLine.during("Closing session…", () => settled);
	loaderLine.stop();
	await screen.stop();
	await settled;
	// What could not be saved is told when the terminal is the user's again.
	await Promise.all(closing);
	if (kind !== "fatal")
		await ignoreFailure(tellHowToResume(session, io), "the terminal may be gone, the session is saved");
}
