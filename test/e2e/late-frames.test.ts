import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, text } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";

const MARKERS = 220;
const marker = (index: number) => `M${String(index).padStart(3, "0")}x`;

test("frames that reach the terminal after it became narrower lose no text", async () => {
	const words = Array.from(
		{ length: MARKERS },
		(_, index) => `${marker(index)}漢字かな混じり文${index % 7 === 6 ? "\n\n" : " "}`,
	);
	await using omp = await ompProject({
		replies: [delivered(text(words.join("")), { chunkChars: 15, chunkDelayMs: 12 })],
	});
	await using terminal = ptyRun(omp.command, { cols: 50, rows: 16, cwd: omp.path, env: omp.env });
	await terminal.waitFor("Acme One");
	terminal.type("talk\r");
	await terminal.waitFor(marker(5));
	for (const cols of [20, 140, 30, 100, 24, 50]) {
		const heldBytes = terminal.holdOutput();
		await until(() => heldBytes() > 1500);
		await terminal.resize(cols, 16);
		// Until the screen is found again and more of the reply is painted.
		const before = terminal.output().length;
		await until(() => terminal.output().length > before + 3000);
	}
	await terminal.waitFor(marker(MARKERS - 1));
	terminal.type("\x04");
	await terminal.exit;
	const everything = terminal.history().replaceAll(/\s/g, "");
	const lost = words.map((_, index) => marker(index)).filter((word) => !everything.includes(word));
	expect(lost).toEqual([]);
});
