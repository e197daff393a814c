import { parseBind } from "../../../http-service/bind-address.ts";
import { serviceFiles } from "../../../http-service/service-files.ts";
import type { GatewayAction } from "./auth-gateway.ts";
import { usualBind } from "./serve.ts";

/** Prints files that run the gateway with the machine. */
export const gatewayServiceFiles: GatewayAction = async ({ flags }, host, io) => {
	const bind = flags.get("bind");
	if (typeof bind === "string") parseBind(bind, usualBind);
	const args = ["auth-gateway", "serve", ...(typeof bind === "string" ? ["--bind", bind] : [])];
	await io.stdout.write(serviceFiles({ name: "omp-auth-gateway", summary: "omp auth gateway", args }, host));
	return 0;
};
