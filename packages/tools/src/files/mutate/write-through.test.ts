import { expect, test } from "bun:test";
import { editing } from "../../edit/testing/editing.ts";
import type { WriteThrough } from "./write-through.ts";

test("write-through: diagnostics are attached within the time limit and never fail the write", async () => {
	const asked: string[] = [];
	const answers: Record<string, WriteThrough["diagnose"]> = {
		complains: async ([file], { tool }) => {
			asked.push(`${tool}: ${file?.before} → ${file?.text}`);
			return { summary: "1 error(s)", messages: ["a:1:1 [error] no"] };
		},
		fails: () => Promise.reject(new Error("the server is gone")),
		"says nothing": async () => undefined,
	};
	for (const [what, diagnose] of Object.entries(answers)) {
		await using project = await editing({ a: "1\n" }, { writeThrough: { ...(diagnose && { diagnose }) } });
		const output = await project.hashline(`${await project.see("a")}\nPUT 1:\n+one`);
		const diagnostics = { summary: "1 error(s)", messages: ["a:1:1 [error] no"] };
		expect([what, output.details?.diagnostics, output.details?.meta]).toEqual(
			what === "complains" ? [what, diagnostics, { diagnostics }] : [what, undefined, undefined],
		);
		expect(await project.read("a")).toBe("one\n");
	}
	expect(asked).toEqual(["edit: 1\n → one\n"]);

	// A formatter has the last word on the text, a failing one none.
	const beforeWrite: WriteThrough["beforeWrite"] = async ({ text }) => text.toUpperCase();
	await using formatted = await editing({ a: "1\n" }, { writeThrough: { beforeWrite } });
	const output = await formatted.hashline(`${await formatted.see("a")}\nPUT 1:\n+one`);
	expect([await formatted.read("a"), output.details?.diff]).toEqual(["ONE\n", "-1|1\n+1|ONE"]);
	await using unformatted = await editing(
		{ a: "1\n" },
		{ writeThrough: { beforeWrite: () => Promise.reject(new Error("no")) } },
	);
	await unformatted.hashline(`${await unformatted.see("a")}\nPUT 1:\n+one`);
	expect(await unformatted.read("a")).toBe("one\n");
});
