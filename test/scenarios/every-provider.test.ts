import { describe, expect, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";

/** One built-in provider per protocol, with its base URL set to the scripted server. */
const providers = [
	{ selector: "anthropic/claude-sonnet-4-5", baseUrl: "" },
	{ selector: "deepseek/deepseek-v4-pro", baseUrl: "/v1" },
	{ selector: "openai/gpt-5.5", baseUrl: "/v1" },
	{ selector: "google/gemini-3.1-pro-preview", baseUrl: "/v1beta" },
	{ selector: "amazon-bedrock/us.anthropic.claude-opus-4-8", baseUrl: "" },
	{ selector: "azure-openai-responses/gpt-5.5", baseUrl: "/openai/v1" },
	{ selector: "google-vertex/gemini-3.1-pro-preview", baseUrl: "" },
	{ selector: "ollama-cloud/gpt-oss:120b", baseUrl: "" },
] as const;

const keys = {
	ANTHROPIC_API_KEY: "key-anthropic-0123456789",
	DEEPSEEK_API_KEY: "key-deepseek-0123456789",
	OPENAI_API_KEY: "key-openai-0123456789",
	GEMINI_API_KEY: "key-gemini-0123456789",
	AZURE_OPENAI_API_KEY: "key-azure-0123456789",
	OLLAMA_CLOUD_API_KEY: "key-ollama-0123456789",
	AWS_ACCESS_KEY_ID: "AKIDEXAMPLE",
	AWS_SECRET_ACCESS_KEY: "key-aws-0123456789",
	AWS_REGION: "eu-west-1",
	GOOGLE_CLOUD_ACCESS_TOKEN: "ya29.key-vertex-0123456789",
	GOOGLE_CLOUD_PROJECT: "p1",
	GOOGLE_CLOUD_LOCATION: "europe-west4",
};

async function connected(turns: number): Promise<OmpProject> {
	const replies = Array.from({ length: turns }, () => [
		toolCall("bash", { i: "Saying hi", command: "echo hi" }),
		text("It said hi."),
	]).flat();
	const omp = await ompProject({ replies, connected: false });
	const lines = providers.map(
		({ selector, baseUrl }) => `  ${selector.split("/")[0]}: { baseUrl: "${omp.model.url}${baseUrl}" }`,
	);
	await omp.home.write(".omp/agent/models.yml", `providers:\n${lines.join("\n")}\n`);
	return omp;
}

describe("a prompt with a tool call", () => {
	test.each(providers.map(({ selector }) => selector))("works with %s", async (selector) => {
		await using omp = await connected(1);
		const result = await omp.run(["-p", "run: echo hi", "--model", selector], { env: keys });
		expect(result).toEqual({ stdout: "It said hi.\n", stderr: "", exitCode: 0 });
		const [session] = await omp.sessions();
		const results = session?.filter((entry) => (entry.message as { role?: string } | undefined)?.role === "toolResult");
		expect(JSON.stringify(results)).toContain("hi\\n");
	});

	test("continues in the same session with a model of another provider", async () => {
		await using omp = await connected(providers.length);
		for (const [index, { selector }] of providers.entries()) {
			const args = ["-p", "run: echo hi", "--model", selector, ...(index === 0 ? [] : ["--continue"])];
			const result = await omp.run(args, { env: keys });
			expect(result).toEqual({ stdout: "It said hi.\n", stderr: "", exitCode: 0 });
		}
		const sessions = await omp.sessions();
		expect(sessions).toHaveLength(1);
		const models = sessions[0]?.filter((entry) => entry.type === "model_change").map((entry) => entry.model);
		expect(models).toEqual(providers.map(({ selector }) => selector));
		const written = JSON.stringify(sessions);
		for (const key of Object.values(keys).filter((value) => value.includes("key-"))) expect(written).not.toContain(key);
	}, 30_000);
});
