import { expect, test } from "bun:test";
import { modeStarters } from "../architecture/layers.data.ts";
import { checkedRules } from "./checked-rules.ts";

test("checked rules: every file that may import a mode is named", async () => {
	const text = await checkedRules.generate();
	expect(modeStarters.filter((path) => !text.includes(`\`${path}\``))).toEqual([]);
});
