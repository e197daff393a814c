import { loadText } from "../../files/open/load-text.ts";

const maxBytes = 32 * 1024 * 1024;

/** A CPU profile as a table of hot spots; `undefined` for other files, and for those too large to be worth it. */
export async function profileSummary(path: string, shown: string, size: number): Promise<string | undefined> {
	const isV8 = /\.cpuprofile$/i.test(path);
	if (size > maxBytes || !(isV8 || /\.sample\.txt$/i.test(path))) return undefined;
	const loaded = await loadText(path, { maxBytes, shown });
	if (loaded.kind !== "text") return undefined;
	return isV8
		? (await import("./cpu-profile.ts")).cpuProfileSummary(loaded.text)
		: (await import("./sample-report.ts")).sampleSummary(loaded.text);
}
