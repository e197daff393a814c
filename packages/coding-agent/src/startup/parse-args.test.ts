import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { launchFlags } from "./flags.data.ts";
import { parseLaunchOptions } from "./launch-options.ts";
import { firstPositional } from "./parse-args.ts";

test("firstPositional skips flags and their values", () => {
	expect(firstPositional(["--cwd", "models", "--print", "sessions"], launchFlags)).toBe(3);
	expect(firstPositional(["-p", "--", "models"], launchFlags)).toBe(-1);
});

describe("launch flags", () => {
	test("values follow a space or an equals sign, files an @, and the rest are messages", () => {
		const options = parseLaunchOptions([
			"-p",
			"--model=opus:high",
			"--mode",
			"json",
			"@a.ts",
			"fix",
			"then",
			"@~/b.md",
		]);
		expect(options).toMatchObject({
			print: true,
			mode: "json",
			model: "opus:high",
			messages: ["fix", "then"],
			files: ["a.ts", "~/b.md"],
		});
	});

	test("everything after -- is a message", () => {
		expect(parseLaunchOptions(["--", "--model", "@x"]).messages).toEqual(["--model", "@x"]);
	});

	verifies("cli:parse:optional-resume-value", () => {
		const id = "01a1dd10-4135-7425-978c-8e0eb2ceefee";
		expect(parseLaunchOptions(["-r", id, "go"])).toMatchObject({ resume: id, messages: ["go"] });
		expect(parseLaunchOptions(["--session", "01a1"])).toMatchObject({ resume: "01a1", messages: [] });
		expect(parseLaunchOptions(["--session=any words"])).toMatchObject({ resume: "any words" });
		expect(parseLaunchOptions(["-c", id])).toMatchObject({ continue: false, resume: id, messages: [] });
		expect(parseLaunchOptions(["-c", id, "go"])).toMatchObject({ continue: true, messages: [id, "go"] });
		expect(parseLaunchOptions(["--resume", "--print"])).toMatchObject({ resume: true, print: true });
		expect(parseLaunchOptions(["--resume", "01a1dd10"])).toMatchObject({ resume: "01a1dd10", messages: [] });
		expect(parseLaunchOptions(["--resume", "./s.jsonl"])).toMatchObject({ resume: "./s.jsonl" });
		expect(parseLaunchOptions(["--resume", "fix it"])).toMatchObject({ resume: true, messages: ["fix it"] });
	});

	verifies("cli:parse:value-forms", () => {
		const ways = [["--resume", "abcd"], ["--resume=abcd"], ["-r", "abcd"]];
		for (const argv of ways) expect(parseLaunchOptions(argv)).toEqual(parseLaunchOptions(["-r", "abcd"]));
		expect(parseLaunchOptions(["--add-dir", "a", "--add-dir=b"]).addDirs).toEqual(["a", "b"]);
		expect(parseLaunchOptions(["--max-time=10m"])).toEqual(parseLaunchOptions(["--max-time", "600"]));
		expect(parseLaunchOptions(["--model=a=b"]).model).toBe("a=b");
		expect(parseLaunchOptions(["--config", "a.yml", "--config", "b.yml"]).configFiles).toEqual(["a.yml", "b.yml"]);
	});

	test.each([
		[["--modle", "x"], /unknown flag: --modle\nDid you mean --mode\? Run `omp --help`/],
		[["--nonsense"], /unknown flag: --nonsense\nRun `omp --help`/],
		[["--mode", "yaml"], /--mode must be one of: text, json, .*got "yaml"/],
		[["--thinking", "hard"], /--thinking must be one of: off, minimal/],
		[["--model"], /--model needs a value: --model <model>/],
		[["--print=yes"], /--print takes no value/],
	])("%p is rejected with a list of valid values", (argv, message) => {
		expect(() => parseLaunchOptions(argv)).toThrow(message);
	});
});
