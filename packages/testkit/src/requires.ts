import { test } from "bun:test";
import type debianPackages from "./debian-packages.json";

type TestBody = Parameters<typeof test>[1];
/** A program that tests may need, with the package that `.ci/run` installs for it. */
export type Program = keyof typeof debianPackages;
type DefineTest = (name: string, body: TestBody, options?: Parameters<typeof test>[2]) => void;

/**
 * `requires("tmux")("name", body)` defines a test that needs programs on PATH. Without them it is skipped with the
 * reason in its name; under `OMP_TEST_REQUIRE_ALL=1` it fails instead.
 */
export function requires(...programs: readonly Program[]): DefineTest {
	const missing = programs.filter((program) => !Bun.which(program));
	return requiresThat(missing.length === 0, `${missing.join(", ")} on PATH`);
}

/** The same for any condition: `requiresThat(await registryAnswers(), "the npm registry")`. */
export function requiresThat(present: boolean, what: string): DefineTest {
	const requireAll = process.env.OMP_TEST_REQUIRE_ALL === "1";
	return (name, body, options) => {
		const plan = planTest({ present, requireAll, what });
		if (plan.kind === "run") test(name, body, options);
		else if (plan.kind === "skip") test.skip(`${name} (${plan.reason})`, body, options);
		else
			test(name, () => {
				throw new Error(plan.reason);
			});
	};
}

/** Whether to run, skip or fail a test. */
export function planTest(need: {
	present: boolean;
	requireAll: boolean;
	what: string;
}): { kind: "run" } | { kind: "skip" | "fail"; reason: string } {
	if (need.present) return { kind: "run" };
	if (need.requireAll)
		return { kind: "fail", reason: `needs ${need.what}, and OMP_TEST_REQUIRE_ALL=1 allows no skipping` };
	return { kind: "skip", reason: `needs ${need.what}` };
}
