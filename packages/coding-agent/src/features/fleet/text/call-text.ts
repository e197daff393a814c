import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";

/** What a call is about is in its shortest argument that says something: a command, a path, a pattern. */
export function callText({ name, arguments: args }: Readonly<Record<string, unknown>>): string {
	const values = isRecord(args) ? Object.entries(args).filter(([key]) => key !== "i") : [];
	const shown = values.map(
		([key, value]) => `${key}: ${oneLine(typeof value === "string" ? value : (JSON.stringify(value) ?? ""), 160)}`,
	);
	return `${String(name)}${shown.length > 0 ? ` ${oneLine(shown.join(", "), 400)}` : ""}`;
}
