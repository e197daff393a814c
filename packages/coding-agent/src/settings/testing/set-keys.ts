import { loadSettings } from "../load/load-settings.ts";
import { modelSettings } from "../sections/model/model.ts";

/** A process that sets many roles: `bun set-keys.ts <home> <prefix> <count>`. */
const [home = "", prefix = "", count = "0"] = process.argv.slice(2);
const settings = await loadSettings({
	host: { cwd: home, home, env: {}, now: () => 0, newId: () => "" },
	agentDir: `${home}/agent`,
	cwd: home,
	overlays: [],
});
for (let index = 0; index < Number(count); index++) {
	settings.setEntry(modelSettings.modelRoles, `${prefix}${index}`, "x");
	await settings.flush();
}
