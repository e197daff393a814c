import { expect, test } from "bun:test";
import { join } from "node:path";
import { requirementProblems } from "../scripts/requirements/problems.ts";
import { loadVerifications } from "../scripts/requirements/verified-ids.ts";
import { specFiles } from "./requirements/spec-files.data.ts";
import { areas } from "./requirements.ts";

test("every requirement is either verified by a test or marked planned, and every spec file has its area", async () => {
	const verifications = await loadVerifications(join(import.meta.dir, ".."));
	expect(requirementProblems({ areas, specFiles, verifications })).toEqual([]);
});
