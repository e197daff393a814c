import { parseBind } from "../../../http-service/bind-address.ts";
import { serviceFiles } from "../../../http-service/service-files.ts";
import type { BrokerAction } from "./auth-broker.ts";
import { usualBind } from "./serve.ts";

/** Prints files that run the broker with the machine. */
export const brokerServiceFiles: BrokerAction = async ({ flags }, host, io) => {
	const bind = flags.get("bind");
	if (typeof bind === "string") parseBind(bind, usualBind);
	const args = ["auth-broker", "serve", ...(typeof bind === "string" ? ["--bind", bind] : [])];
	await io.stdout.write(serviceFiles({ name: "omp-auth-broker", summary: "omp auth broker", args }, host));
	return 0;
};
