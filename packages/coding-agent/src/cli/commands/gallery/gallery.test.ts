import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { loadToolViews } from "@oh-my-pi/pi-tools/views";
import { runCommandIn } from "../../testing/run-command-in.ts";
import { gallery } from "./gallery.ts";
import { galleryTools as loadTools } from "./tool-gallery.ts";

const toolViews = await loadToolViews();
const galleryTools = await loadTools();

const drawn = async (...args: string[]) => (await runCommandIn(gallery, args)).stdout;

verifies("tui:gallery:golden", async () => {
	expect(await drawn("--plain", "-w", "80")).toMatchSnapshot();
	// View a changed snapshot with `omp gallery --plain -w 60 -t <tool>`.
	for (const width of ["60", "120"]) {
		const digests = galleryTools.map(async (tool) => [tool, digest(await drawn("--plain", "-w", width, "-t", tool))]);
		expect(Object.fromEntries(await Promise.all(digests))).toMatchSnapshot(`digests at ${width} columns`);
	}
});

const digest = (text: string) => Bun.hash(text).toString(16);

verifies("cli:sub:gallery", async () => {
	const titles = (await drawn("--plain"))
		.split("\n")
		.flatMap((row) => /^── (\S+) · (\w+) /.exec(row)?.slice(1, 3).join(" ") ?? []);
	const states = ["streaming", "running", "done", "failed"];
	expect(titles).toEqual(galleryTools.flatMap((tool) => states.map((state) => `${tool} ${state}`)));
	expect([...toolViews.keys()].filter((tool) => !galleryTools.includes(tool))).toEqual([]);
});

test("gallery: one tool in one state, collapsed and expanded; an unknown tool is rejected", async () => {
	const folded = await drawn("-t", "bash", "-s", "done", "-w", "60");
	expect(folded).toContain("… 30 earlier lines ⟦Ctrl+O: Expand⟧");
	expect(await drawn("-t", "bash", "-s", "done", "-e")).toContain("test 1 ... ok");
	await expect(drawn("-t", "bahs")).rejects.toThrow("unknown tool bahs; expected one of: read, write, edit");
	await expect(drawn("-w", "wide")).rejects.toThrow('--width must be a number of columns; got "wide"');
});
