import { expect, setDefaultTimeout, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";

setDefaultTimeout(60_000);

test("a withheld variable does not reach a command", async () => {
	await using omp = await ompProject({
		replies: [toolCall("bash", { i: "x", command: 'echo "[$GH_TOKEN][$AWS_REGION]"' }), text("Done.")],
	});
	await omp.home.write(".omp/agent/config.yml", "bash:\n  withheldVariables: [GH_TOKEN]\n");
	await omp.run(["-p", "go"], { env: { GH_TOKEN: "ghp_secret", AWS_REGION: "eu" } });
	const told = JSON.stringify(omp.model.exchanges[1]?.body);
	expect([told.includes("[][eu]"), told.includes("ghp_secret")]).toEqual([true, false]);
});
