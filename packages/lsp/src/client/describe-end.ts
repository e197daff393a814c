const maxLines = 10;
const maxLineChars = 300;

/** Why a process has ended, with the last lines of its error output. */
export function describeEnd(problem: string, stderr: string): string {
	const lines = stderr
		.trim()
		.split("\n")
		.slice(-maxLines)
		.map((line) => (line.length > maxLineChars ? `${line.slice(0, maxLineChars)}…` : line));
	const text = lines.join("\n");
	return text === "" ? problem : `${problem}:\n${text}`;
}
