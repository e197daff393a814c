import { text } from "../fields.ts";
import { command, type RpcCommand } from "../rpc-command.ts";

const bash = command("bash", { command: text }, (fields, { session }) => session.shell.run(fields.command), {
	concurrent: true,
});

const abortBash = command("abort_bash", {}, (_fields, { session }) => session.shell.abort());

export const shellCommands: readonly RpcCommand[] = [bash, abortBash];
