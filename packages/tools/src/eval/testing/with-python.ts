import { describe } from "bun:test";
import { planTest } from "@oh-my-pi/pi-testkit/requires";

/** Tests that start Python: left out where there is none, unless nothing may be left out. */
export function withPython(define: () => void): void {
	const present = Bun.which("python3") !== null;
	const plan = planTest({ present, requireAll: process.env.OMP_TEST_REQUIRE_ALL === "1", what: "python3 on PATH" });
	describe.skipIf(plan.kind === "skip")(plan.kind === "skip" ? `python (${plan.reason})` : "python", define);
}
