import { expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";

test("a key from a .env file is used, and not passed to the model's commands", async () => {
	const command = "env | grep -E '^(ACME_KEY|ANTHROPIC_API_KEY|GITHUB_TOKEN|FROM_FILE)=' | sort";
	await using omp = await ompProject({
		files: { ".env": "ACME_KEY=key-of-the-project\nFROM_FILE=seen\n" },
		replies: [toolCall("bash", { i: "look", command }), text("Done."), text("Done.")],
	});
	const env = { ACME_KEY: "", ANTHROPIC_API_KEY: "key-of-another", GITHUB_TOKEN: "needed-by-git" };
	const { stdout, stderr } = await omp.run(["-p", "--trust", "--model", "acme/a-1", "look"], { env });
	expect([stdout, stderr]).toEqual(["Done.\n", ""]);
	const keys = omp.model.exchanges.map(({ headers }) => headers["x-api-key"]);
	expect(keys).toEqual(["key-of-the-project", "key-of-the-project"]);
	const results = JSON.stringify(omp.model.requests[1]?.messages);
	expect(results).toContain("FROM_FILE=seen\\nGITHUB_TOKEN=needed-by-git");
	expect(results).not.toContain("key-of");
	// Without trust neither the key nor the variable counts: the conversation would be sent to somebody else's account.
	const sent = omp.model.exchanges.length;
	const untrusted = await omp.run(["-p", "--model", "acme/a-1", "look"], { env });
	expect(untrusted.stderr).toStartWith("Not trusted and left out: .env.");
	const later = omp.model.exchanges.slice(sent).map(({ headers }) => headers["x-api-key"]);
	expect(later).not.toContain("key-of-the-project");
});

test("the last used model is the default of the next start", async () => {
	await using omp = await ompProject({ replies: [text("One."), text("Two.")] });
	await omp.run(["-p", "--model", "acme/a-2", "hello"]);
	await omp.run(["-p", "hello again"]);
	expect(omp.model.requests.map(({ model }) => model)).toEqual(["a-2", "a-2"]);
});
