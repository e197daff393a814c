import { expect, test } from "bun:test";
import { describeSkipped } from "./skipped-tests.ts";

test("skipped tests: what they need is listed, most needed first, with the command that installs it", () => {
	expect(describeSkipped(["tmux on PATH", "gopls, go on PATH", "root", "gopls, go on PATH"])).toBe(
		[
			"Skipped 4 tests, which need:",
			"     2  gopls, go on PATH",
			"     1  root",
			"     1  tmux on PATH",
			"On Debian, `bash scripts/machines/install-test-tools.sh` installs what they need.",
		].join("\n"),
	);
	expect(describeSkipped([])).toBe("");
});
