import { proposedChanges } from "../../changes/repository-changes.ts";
import { finishUnlessInterrupted } from "../../finish-commit.ts";
import { commitSplit } from "../commit-split.ts";
import { planSplit } from "../plan-split.ts";

// Commits all changes of the repository in the current folder, the first file alone, as a process that can be killed.
const changes = await proposedChanges(process.cwd(), process.env, { all: true, paths: [] });
const [first, ...others] = changes.units.map(({ path }) => ({ path, hunks: "all" as const }));
const plan = planSplit(changes.units, [
	{ message: "one", changes: first ? [first] : [] },
	{ message: "two", changes: others },
]);
if ("problem" in plan) throw new Error(plan.problem);
const edit = { path: "CHANGELOG.md", before: Buffer.from("old\n"), after: Buffer.from("new\n") };
const write = async (text: string) => void process.stderr.write(text);
const stderr = { isTTY: false, closed: new Promise<void>(() => {}), write };
await finishUnlessInterrupted(
	async (signal) => {
		await commitSplit(changes, plan, [edit], { signal });
	},
	{ stderr, exit: (code) => process.exit(code) },
);
