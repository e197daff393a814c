import { expect, test } from "bun:test";
import { childEnv, withheldVariables, withoutVariables } from "./child-env.ts";

test("commands get neither credentials of providers nor what the user withholds", () => {
	const env = { PATH: "/bin", ACME_KEY: "a", AWS_SECRET_ACCESS_KEY: "b", AWS_REGION: "c", GH_TOKEN: "d" };
	const child = childEnv(env, ["ACME_KEY"]);
	expect(withoutVariables(child, [])).toEqual({
		PATH: "/bin",
		AWS_SECRET_ACCESS_KEY: "b",
		AWS_REGION: "c",
		GH_TOKEN: "d",
	});
	expect(withoutVariables(child, ["AWS_*", "GH_TOKEN"])).toEqual({ PATH: "/bin" });
});

test("where variables for programs are named, they get no others", () => {
	const env = { PATH: "/bin", LC_ALL: "C", GH_TOKEN: "d", MINE: "e", OMP_PROGRAM_VARIABLES: "PATH,LC_*,MINE" };
	expect(childEnv(env, [])).toEqual({ PATH: "/bin", LC_ALL: "C", MINE: "e" });
	expect(withheldVariables({ ...env, HTTPS_PROXY: "f" })).toEqual(["GH_TOKEN", "OMP_PROGRAM_VARIABLES"]);
	expect(withheldVariables({ PATH: "/bin", GH_TOKEN: "d" })).toEqual([]);
});
