import { expect, test } from "bun:test";
import { childEnv, withoutVariables } from "./child-env.ts";

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
