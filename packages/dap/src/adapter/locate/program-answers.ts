import type { ProgramAnswers } from "../definition/adapter-place.ts";

const timeoutMs = 10_000;
const maxBytes = 64 * 1024;

/** Asks programs by running them outside of any project, each once. */
export function programAnswers(env: Readonly<Record<string, string | undefined>>): ProgramAnswers {
	const known = new Map<string, Promise<string | undefined>>();
	return (words) => {
		const key = words.join("\0");
		const earlier = known.get(key);
		if (earlier) return earlier;
		const answer = ask(words, env);
		known.set(key, answer);
		// What is missing now may be installed later.
		void answer.then((text) => text === undefined && known.delete(key));
		return answer;
	};
}

async function ask(
	words: readonly string[],
	env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
	try {
		const child = Bun.spawn([...words], {
			cwd: "/",
			env: { ...env },
			stdin: "ignore",
			stdout: "pipe",
			stderr: "pipe",
			timeout: timeoutMs,
			killSignal: "SIGKILL",
			maxBuffer: maxBytes,
		});
		const [stdout, stderr, exitCode] = await Promise.all([
			new Response(child.stdout).text(),
			new Response(child.stderr).text(),
			child.exited,
		]);
		return exitCode === 0 ? stdout + stderr : undefined;
	} catch {
		// There is no such program.
		return undefined;
	}
}
