/** What `bun test` reported: counts, and each failure with its file and its message. */
export interface TestSummary {
	passed: number;
	failed: number;
	failures: TestFailure[];
	/** Why tests were skipped, a reason for each. */
	skipped: string[];
}

export interface TestFailure {
	/** As `bun test` names it; empty when the failure is of no file. */
	readonly file: string;
	/** The file, the message and the test. */
	readonly text: string;
}

export function readTestSummary(report: string, exitCode: number): TestSummary {
	const text = report.replace(/\x1b\[[0-9;]*m/g, "");
	const count = (word: string) => Number(new RegExp(`^\\s*(\\d+) ${word}s?$`, "m").exec(text)?.[1] ?? 0);
	// An error outside of tests is counted by neither; an aborted run has no counts.
	const failed = count("fail") + count("error");
	return {
		passed: count("pass"),
		failed: exitCode === 0 ? failed : Math.max(failed, 1),
		failures: readFailures(text.split("\n")),
		// As `requires` words it.
		skipped: [...withoutRecap(text).matchAll(/^\(skip\) .*\(needs (.*)\)(?: \[[\d.]+m?s\])?$/gm)].map(
			([, reason = ""]) => reason,
		),
	};
}

/** A long run lists its skipped and failed tests once more at the end. */
function withoutRecap(text: string): string {
	return text.split(/^\d+ tests? (?:skipped|failed):$/m)[0] ?? "";
}

/** `bun test` prints a message above the line of the test that failed, and an error outside of tests between two rules. */
function readFailures(lines: string[]): TestFailure[] {
	const failures: TestFailure[] = [];
	let file = "";
	let message: string[] = [];
	let isAfterFailure = false;
	for (const line of lines) {
		// The counts come last; a long run repeats its failures around them.
		if (/^ \d+ pass$|^\d+ tests? failed:$/.test(line)) break;
		// Only a timeout is explained below its test.
		const last = failures.at(-1);
		if (last && isAfterFailure && line.startsWith("  ^ "))
			failures.splice(-1, 1, { ...last, text: `${last.text}\n${line}` });
		isAfterFailure = line.startsWith("(fail) ");
		if (/^\S+\.test\.tsx?:$/.test(line)) {
			file = line;
			message = [];
		} else if (/^\((pass|skip|todo)\) /.test(line)) {
			message = [];
		} else {
			message.push(line);
			if (isAfterFailure || isEndOfError(message)) {
				failures.push({ file: file.slice(0, -1), text: [file, ...message].join("\n").trim() });
				message = [];
			}
		}
	}
	return failures;
}

function isEndOfError(message: string[]): boolean {
	const isRule = (line: string | undefined) => line?.startsWith("-----") === true;
	const heading = message.findIndex((line) => line.startsWith("# Unhandled error"));
	return heading >= 0 && message.length > heading + 2 && isRule(message.at(-1));
}
