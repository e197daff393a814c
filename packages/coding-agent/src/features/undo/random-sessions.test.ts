import { expect, test } from "bun:test";
import { findProblem } from "./testing/find-problem.ts";

const count = process.env.OMP_TEST_FULL === "1" ? 2000 : 12;

test(
	"random sessions with SIGKILL: undoing everything gives the start, with the user's own edits",
	async () => {
		for (let seed = 1; seed <= count; seed++) expect({ seed, ...(await findProblem(seed)) }).toEqual({ seed });
	},
	{ timeout: 3 * 60 * 60 * 1000 },
);
