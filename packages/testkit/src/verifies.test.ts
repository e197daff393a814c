import { expect, test } from "bun:test";
import { areas, type RequirementId } from "../../../test/requirements.ts";
import { verificationName, verifies } from "./verifies.ts";

test("verifies: the test is named by id and behavior", () => {
	const requirement = areas[0]?.requirements[0];
	expect(verificationName(requirement?.id ?? "")).toBe(`[${requirement?.id}] ${requirement?.behavior}`);
});

test("verifies: an unknown id throws when the test is registered", () => {
	const unlisted: string = "kitchen:toast:golden";
	expect(() => verifies(unlisted as RequirementId, () => {})).toThrow(
		new Error("No requirement has the id kitchen:toast:golden; see test/requirements/"),
	);
});
