/**
 * A client for the scenario with a form: omp over RPC, whose user accepts what is there already. The suite gives the address of
 * its server as the last argument.
 */
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { type RpcFrame, rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";

const url = process.argv.at(-1) ?? "";
const call = toolCall("mcp__suite_test_client_elicitation_defaults", {});
await using omp = await ompProject({ replies: [call, text("Done.")] });
await omp.run(["mcp", "add", "suite", url]);
await using host = rpcHost(omp, { args: ["--approval-mode", "yolo"] });
await host.frame({ type: "ready" });
host.send({ id: "go", type: "prompt", message: "go" });
for (let seen = 0; ; seen++) {
	const next = await host.frame({}, { from: seen });
	if (next.type === "agent_end") break;
	if (next.type === "extension_ui_request") answer(next);
}

/** Nothing typed stands for the value that is shown. */
function answer({ id, method, options }: RpcFrame): void {
	const chosen = method === "select" && Array.isArray(options) ? String(options[0]) : "";
	if (method === "select" || method === "input") host.send({ type: "extension_ui_response", id, value: chosen });
}
