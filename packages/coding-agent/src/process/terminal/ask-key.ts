/** How long keys that were pressed too early still arrive. */
const earlyMs = 300;

/** Waits for one key, as the terminal sends it. Ctrl+C and a closed terminal are an escape. */
export async function askKeyAtTerminal(question: string): Promise<string> {
	const { stdin, stderr } = process;
	stdin.setRawMode(true);
	const { promise, resolve } = Promise.withResolvers<string>();
	const openAtMs = performance.now() + earlyMs;
	const onData = (data: Buffer) => {
		const key = data.toString("utf8");
		if (key === "\x03" || key === "\x04") resolve("\x1b");
		else if (performance.now() >= openAtMs) resolve(key);
	};
	const onEnd = () => resolve("\x1b");
	stdin.on("data", onData).once("end", onEnd);
	stdin.resume();
	stderr.write(question);
	try {
		return await promise;
	} finally {
		stdin.off("data", onData).off("end", onEnd);
		stdin.setRawMode(false);
		stdin.pause();
		stderr.write("\n");
	}
}
