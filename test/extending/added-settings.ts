import { allSettings } from "../../packages/coding-agent/src/settings/catalog/all-settings.ts";
import { findProjectPolicy } from "../../packages/coding-agent/src/settings/load/project-keys.data.ts";

/** Run in a copy of the sources: prints key, default and policy for projects of the settings below a prefix. */
const [prefix = ""] = process.argv.slice(2);
const added = allSettings.filter(({ key }) => key.startsWith(prefix));
console.log(JSON.stringify(added.map((setting) => [setting.key, setting.default, findProjectPolicy(setting)])));
