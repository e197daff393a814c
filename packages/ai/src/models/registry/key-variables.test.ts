import { expect, test } from "bun:test";
import { builtInProviders } from "../../providers/lists/providers.ts";
import { keyVariables } from "./key-variables.ts";

test("key variables: model keys are distinguished from variables that other programs need", () => {
	const only = {
		ANTHROPIC_API_KEY: "k",
		ANTHROPIC_FOUNDRY_API_KEY: "k",
		AWS_BEARER_TOKEN_BEDROCK: "k",
		COPILOT_GITHUB_TOKEN: "k",
		GEMINI_API_KEY: "k",
		MY_GATEWAY: "k",
		OMP_OAUTH_CLIENT_SECRET_GOOGLE: "k",
		OPENAI_API_KEY: "k",
	};
	const others = {
		AWS_ACCESS_KEY_ID: "a",
		AWS_SECRET_ACCESS_KEY: "a",
		CLAUDE_CODE_USE_FOUNDRY: "1",
		DATABASE_PASSWORD: "d",
		GITHUB_TOKEN: "g",
		GITLAB_TOKEN: "g",
		HF_TOKEN: "h",
		PATH: "/bin",
	};
	const named = ["MY_GATEWAY", "GITHUB_TOKEN", "sk-literal", undefined];
	expect(keyVariables({ ...others, ...only }, builtInProviders, named).sort()).toEqual(Object.keys(only).sort());
});
