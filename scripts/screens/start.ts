import type { PtyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import type { SceneProject } from "./scene.ts";

/** Sends a prompt once omp is ready. */
export async function ask(terminal: PtyRun, prompt: string): Promise<void> {
	await ready(terminal);
	terminal.type(`${prompt}\r`);
}

export async function ready(terminal: PtyRun): Promise<void> {
	await terminal.waitFor("⬢ Acme One");
	await settled(terminal);
}

/** Waits until the screen is stable. */
export async function settled(terminal: PtyRun, quietMs = 400): Promise<void> {
	for (let before = -1; before !== terminal.output().length; ) {
		before = terminal.output().length;
		await Bun.sleep(quietMs);
	}
}

/** A repository with everything committed. */
export async function commitAll({ git }: SceneProject): Promise<void> {
	await git("init", "-q", "-b", "main");
	await git("add", "-A");
	await git("commit", "-qm", "Greet");
}
