import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, gate, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const source = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`).join("");
const bad = (rows: number) =>
	`[a.txt#FFFF]\nPUT 3:\n${Array.from({ length: rows }, (_, index) => `+a long new line number ${index}\n`).join("")}`;

/** The rest of the call never arrives. */
const endless = (args: Record<string, unknown>) =>
	delivered(toolCall("edit", args), { chunkChars: 50, hold: { afterChunks: 20, gate: gate() } });

verifies("agent-loop:edit:streaming-abort", async () => {
	await using omp = await ompProject({
		files: { "a.txt": source },
		replies: [endless({ i: "Changing", input: bad(200) }), text("I will read it first.")],
	});
	await omp.home.write(".omp/agent/config.yml", "edit: { streamingAbort: true }\n");
	const { stdout } = await omp.run(["-p", "change it"]);
	expect(stdout).toBe("I will read it first.\n");
	expect(await omp.files.read("a.txt")).toBe(source);
	const told = JSON.stringify(omp.model.requests[1]?.messages);
	expect(told).toContain("hash #FFFF is not from this session.");
	expect(told).toContain("The call was stopped before it was complete.");
	expect(told).toContain("a long new line number 3");
});

test("with the setting off, an invalid edit is streamed to its end and then refused", async () => {
	await using omp = await ompProject({
		files: { "a.txt": source },
		replies: [toolCall("edit", { i: "Changing", input: bad(30) }), text("Oh.")],
	});
	await omp.run(["-p", "change it"]);
	const told = JSON.stringify(omp.model.requests[1]?.messages);
	expect(told).toContain("is not from this session.");
	expect(told).not.toContain("stopped before");
	expect(told).toContain("number 29");
});
