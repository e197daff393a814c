import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import { commandResultRows, commandRows } from "../bash/command-view.ts";
import { defineView } from "../view/view.ts";
import type { sshTool } from "./ssh.ts";

export const sshView = defineView<typeof sshTool>({
	shape: "gutter",
	call({ host = "", command = "", cwd }, options) {
		const place = visibleText(cwd === undefined ? host : `${host}:${cwd}`).replaceAll("\n", " ");
		return [options.theme.muted(place), ...commandRows(command, options)];
	},
	result: commandResultRows,
});
