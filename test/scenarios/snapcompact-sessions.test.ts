import { expect } from "bun:test";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

/** A one-pixel PNG. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const frame = {
	data: pixel,
	mimeType: "image/png",
	cols: 170,
	rows: 128,
	chars: 9,
	font: "5x8",
	variant: "mono",
	lineRepeat: 1,
};

/** A session that the reference has compacted; its file is where `--continue` finds it. */
async function compactedSession(omp: OmpProject, snapcompact: Record<string, unknown>): Promise<string> {
	const timestamp = "2026-11-15T02:36:32.437Z";
	const entry = (id: string, parentId: string | null, fields: object) => ({ id, parentId, timestamp, ...fields });
	const user = (content: string) => ({ type: "message", message: { role: "user", content, timestamp: 1 } });
	const lines = [
		{ type: "session", version: 3, id: "01a1dd10-4135-7425-978c-8e0eb2ceefee", timestamp, cwd: omp.path },
		entry("00000001", null, { type: "model_change", model: "acme/a-1" }),
		entry("00000002", "00000001", user("The magic word is xyzzy")),
		entry("00000003", "00000002", user("A kept prompt")),
		entry("00000004", "00000003", {
			type: "compaction",
			summary: "Earlier conversation archived.",
			firstKeptEntryId: "00000003",
			tokensBefore: 190_020,
			preserveData: { snapcompact },
		}),
	];
	const file = join(omp.path, "compacted.jsonl");
	await Bun.write(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
	return file;
}

async function sentAfter(snapcompact: Record<string, unknown>, model = "acme/a-1"): Promise<string> {
	await using omp = await ompProject({ replies: [text("Going on.")] });
	const file = await compactedSession(omp, snapcompact);
	const { stdout } = await omp.run(["-p", "--resume", file, "--model", model, "go on"]);
	expect(stdout).toBe("Going on.\n");
	return JSON.stringify(omp.model.requests[0]?.messages);
}

verifies(
	"context-management:compaction:snapcompact-of-reference",
	async () => {
		const compacted = {
			frames: [frame, frame],
			totalChars: 27,
			truncatedChars: 0,
			text: "the head|the middle|the tail",
			textHead: "the head",
			textTail: "the tail",
		};
		const seen = await sentAfter(compacted);
		expect(seen).toMatch(/the head.*"image".*"image".*the tail.*A kept prompt.*go on/);
		expect(seen.split('"type":"image"')).toHaveLength(3);
		// A model without vision gets the text of the images.
		const read = await sentAfter(compacted, "acme/a-2");
		expect(read).toMatch(/the head\|the middle\|the tail.*A kept prompt.*go on/);
		expect(read).not.toContain("image omitted");

		const asText = await sentAfter({ frames: [], totalChars: 23, truncatedChars: 0, text: "The magic word is xyzzy" });
		expect(asText).toMatch(/The magic word is xyzzy.*A kept prompt.*go on/);
		const withHead = await sentAfter({
			frames: [],
			totalChars: 5,
			truncatedChars: 0,
			text: "xyzzy",
			textHead: "xyzzy",
		});
		expect(withHead.split("xyzzy")).toHaveLength(2);
	},
	60_000,
);
