import { Server } from "node:http";

// Preloaded into servers that always listen on the same port: they take any free one, and say which.
const { listen } = Server.prototype;
Server.prototype.listen = function (this: Server, ...args: unknown[]) {
	this.once("listening", () => {
		const address = this.address();
		if (typeof address === "object" && address) console.log(`took port ${address.port}`);
	});
	return Reflect.apply(listen, this, [0, "127.0.0.1", ...args.filter((arg) => typeof arg === "function")]);
};
