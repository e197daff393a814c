import { type ConfigAction, printJson } from "./config-context.ts";

export const printPath: ConfigAction = async ({ io, agentDir, json }) => {
	if (json) await printJson(io, { path: agentDir });
	else await io.stdout.write(`${agentDir}\n`);
	return 0;
};
