import type { ScriptedAnswer } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { until } from "@oh-my-pi/pi-testkit/until";
import { VirtualTerminal } from "@oh-my-pi/pi-tui/testing/virtual-terminal";
import {
	type InteractiveRegistries,
	interactiveRegistries,
} from "../../packages/coding-agent/src/modes/interactive/registries/registries.ts";
import { runInteractive } from "../../packages/coding-agent/src/modes/interactive/run.ts";
import { buildScreen } from "../../packages/coding-agent/src/modes/interactive/screen/open-screen.ts";
import { setUpTerminal } from "../../packages/coding-agent/src/modes/interactive/screen/terminal-setup.ts";
import type { CliIo, CliOutput } from "../../packages/coding-agent/src/process/terminal/io.ts";
import type { OpenedConversation } from "../../packages/coding-agent/src/workbench/opened-conversation.ts";
import { openSession } from "./open-session.ts";

export interface AtScreen extends AsyncDisposable {
	readonly session: OpenedConversation;
	readonly registries: InteractiveRegistries;
	type(keys: string): void;
	/** Waits until a text is on the screen or in the scrollback. */
	shows(text: string): Promise<void>;
	/** Waits until it is gone from the screen. */
	showsNoMore(text: string): Promise<void>;
}

/** The interactive mode on a headless terminal; `extend` adds to its registries before it starts. */
export async function atScreen(
	answers: readonly ScriptedAnswer[],
	extend: (registries: InteractiveRegistries) => void = () => {},
): Promise<AtScreen> {
	const opened = await openSession(answers);
	const { session } = opened;
	const virtual = new VirtualTerminal({ columns: 100, rows: 40 });
	const setup = await setUpTerminal(session, virtual.streams);
	const registries = await interactiveRegistries({ themes: setup.themes });
	extend(registries);
	const parts = buildScreen(session, setup, { start: true });
	const time = Promise.withResolvers<void>();
	const ended = runInteractive(parts, session, { prompts: [], images: [] }, { io, timeUp: time.promise, registries });
	const screen = () => virtual.window().join("\n");
	const history = () => [...virtual.scrollback(), screen()].join("\n");
	const shows = async (text: string) => {
		await until(() => history().includes(text), { describe: () => `${text} on the screen, which shows:\n${screen()}` });
	};
	await shows("Scripted");
	return {
		session,
		registries,
		type: (keys) => virtual.type(keys),
		shows,
		async showsNoMore(text) {
			await until(() => !screen().includes(text), { describe: () => `no ${text} on the screen:\n${screen()}` });
		},
		async [Symbol.asyncDispose]() {
			time.resolve();
			await ended;
			await opened[Symbol.asyncDispose]();
		},
	};
}

const output: CliOutput = { isTTY: false, closed: new Promise(() => {}), write: async () => {} };

const io: CliIo = {
	stdin: { isTTY: false, text: async () => "", async *chunks() {} },
	stdout: output,
	stderr: output,
	exit(code) {
		throw new Error(`exit ${code}`);
	},
};
