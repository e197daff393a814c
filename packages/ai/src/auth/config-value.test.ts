import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { ConfigValues } from "./config-value.ts";

const values = (cwd: string) =>
	new ConfigValues({ cwd, env: { PATH: process.env.PATH, MY_KEY: "from-env", EMPTY: "" } });

verifies("models-and-auth:models-yml:key-forms", async () => {
	const config = values("/");
	expect(await config.resolve("MY_KEY")).toBe("from-env");
	expect(await config.resolve("EMPTY")).toBe("EMPTY");
	expect(await config.resolve("sk-literal")).toBe("sk-literal");
	expect(await config.resolve("!echo '  printed  '")).toBe("printed");
});

test("config value: a command that fails, prints nothing or does not exist counts as unset", async () => {
	const config = values("/");
	expect(await config.resolve("!echo half; exit 3")).toBeUndefined();
	expect(await config.resolve("!true")).toBeUndefined();
	expect(await config.resolve("!no-such-command-anywhere")).toBeUndefined();
});

test("config value: a command runs once, also for concurrent callers", async () => {
	await using dir = await workspace();
	const config = values(dir.path);
	const command = "!echo run >> runs; echo key";
	expect(await Promise.all([config.resolve(command), config.resolve(command)])).toEqual(["key", "key"]);
	expect(await config.resolve(command)).toBe("key");
	expect(await dir.read("runs")).toBe("run\n");
});

test("config value: a header is sent literally unless it is a command", async () => {
	const config = values("/");
	expect(await config.resolveHeader("MY_KEY")).toBe("MY_KEY");
	expect(await config.resolveHeader("!echo x")).toBe("x");
});

test("config value: the key's source points out a missing variable", () => {
	const config = values("/");
	expect(config.describeSource("MY_KEY", "models.yml")).toBe("MY_KEY (named in models.yml)");
	expect(config.describeSource("OTHER_KEY", "models.yml")).toBe(
		"models.yml, where OTHER_KEY is not the name of a set variable",
	);
	expect(config.describeSource("sk-1", "models.yml")).toBe("models.yml");
	expect(config.describeSource("!pass show x", "models.yml")).toBe("a command in models.yml");
});
