import { readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { CliError } from "../../../process/usage-error.ts";
import { accountTarget } from "./account-target.ts";
import type { BrokerAction } from "./auth-broker.ts";
import { prepareCommand } from "./prepare.ts";
import { readCliProxyLogin } from "./read-cli-proxy.ts";

/** Takes logins over from files of CLIProxyAPI. */
export const importLogins: BrokerAction = async ({ flags, messages: [path] }, baseHost, io) => {
	if (path === undefined) throw new CliError("Which file or folder? omp auth-broker import <file|folder>");
	const files = await listFiles(resolve(baseHost.cwd, path));
	using prepared = await prepareCommand(baseHost);
	const target = await accountTarget(prepared);
	const provider = flags.get("provider");
	const options = {
		...(typeof provider === "string" && { provider }),
		includeDisabled: flags.has("include-disabled"),
	};
	const imported: Array<{ file: string; provider: string; account: string }> = [];
	const skipped: Array<{ file: string; reason: string }> = [];
	for (const file of files) {
		const read = readCliProxyLogin(await readFile(file, "utf8"), options);
		if ("skipped" in read) {
			skipped.push({ file, reason: read.skipped });
			continue;
		}
		const { login } = read;
		if (!flags.has("dry-run")) await target.save(read.provider, login);
		imported.push({ file, provider: read.provider, account: login.email ?? login.accountId ?? "one account" });
	}
	const verb = flags.has("dry-run") ? "would import" : "imported";
	const text = [
		...imported.map((one) => `${verb} ${one.provider} ${one.account} from ${one.file}\n`),
		...skipped.map(({ file, reason }) => `skipped ${file}: ${reason}\n`),
		`${imported.length} ${verb === "imported" ? "imported" : "to import"} into ${target.place}, ${skipped.length} skipped.\n`,
	].join("");
	await io.stdout.write(flags.has("json") ? `${JSON.stringify({ imported, skipped })}\n` : text);
	return imported.length > 0 || skipped.length === 0 ? 0 : 1;
};

async function listFiles(path: string): Promise<string[]> {
	try {
		if (!(await stat(path)).isDirectory()) return [path];
		const names = (await readdir(path)).filter((name) => name.endsWith(".json")).sort();
		return names.map((name) => join(path, name));
	} catch (error) {
		throw new CliError(`${path} cannot be read: ${errorMessage(error)}`);
	}
}
