import { expect } from "bun:test";
import { says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { themeRegistry } from "@oh-my-pi/pi-tui/theme/load/builtin-themes";
import { addThemes } from "../../../packages/coding-agent/src/modes/interactive/extensions/added-themes.ts";
import { extendedSession } from "./extended-session.ts";

const skill = (name: string) => `---\nname: ${name}\ndescription: How to ${name}\n---\nDo it.\n`;

verifies("extensions:event:resources-discover", async () => {
	const source = `export default (pi) => pi.on("resources_discover", (event) => {
		console.error("asked", event.reason, event.cwd === process.cwd());
		return { skillPaths: ["more/skills", "more/single"], promptPaths: ["more/prompts", "more/other/one.md"], themePaths: ["more/themes"] };
	});`;
	await using omp = await ompProject({
		replies: [text("A."), text("B.")],
		files: {
			"x.ts": source,
			"more/skills/bake/SKILL.md": skill("bake"),
			"more/single/SKILL.md": skill("knit"),
			"more/sibling/SKILL.md": skill("weave"),
			"more/prompts/greet.md": "Say hello to $1.\n",
			"more/other/one.md": "First.\n",
			"more/other/two.md": "Second.\n",
		},
	});
	const { stderr } = await omp.run(["-e", "x.ts", "-p", "/greet Ada"]);
	expect(stderr).toContain("asked startup true");
	const request = JSON.stringify(omp.model.requests[0]);
	expect(request).toContain("Say hello to Ada.");
	expect(request).toContain("How to bake");
	expect(request).toContain("How to knit");
	expect(request).not.toContain("How to weave");
	await using host = rpcHost(omp, { args: ["-e", "x.ts"] });
	const { data } = await host.ask({ id: "1", type: "get_available_commands" });
	const names = JSON.stringify(data);
	expect(names).toContain('"one"');
	expect(names).not.toContain('"two"');

	// A reload asks again, and what is not given any more is gone.
	const gives = (paths: string) =>
		`export default (pi) => pi.on("resources_discover", (event) => { seen.push(event.reason); return { skillPaths: ${paths} }; });`;
	await using at = await extendedSession({ "a.ts": "export default () => {};" }, { answers: [says("A."), says("B.")] });
	await at.files.write("skills/bake/SKILL.md", skill("bake"));
	await at.files.write("extensions/a.ts", gives(JSON.stringify([at.files.file("skills")])));
	await at.extensions.reload();
	await at.prompt("one");
	expect(JSON.stringify(at.requests[0]?.context.systemPrompt)).toContain("How to bake");
	await at.files.write("extensions/a.ts", gives("[]"));
	await at.extensions.reload();
	await at.prompt("two");
	expect(JSON.stringify(at.requests[1]?.context.systemPrompt)).not.toContain("How to bake");
	expect(at.seen).toEqual(["reload", "reload"]);

	const themes = themeRegistry();
	await at.files.write("themes/mine.json", '{"name":"mine"}');
	await at.files.write("themes/dark.json", '{"name":"dark"}');
	addThemes(themes, [at.files.file("themes"), at.files.file("missing.json")]);
	expect(await themes.get("mine")?.()).toEqual({ name: "mine" });
	expect(await themes.get("dark")?.()).not.toEqual({ name: "dark" });
});
