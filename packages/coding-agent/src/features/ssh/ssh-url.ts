import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { SshService } from "@oh-my-pi/pi-tools/services/ssh-service";
import { quotedPath } from "@oh-my-pi/pi-tools/ssh-connections/remote-line";
import { addressOf, targetNamed } from "@oh-my-pi/pi-tools/ssh-connections/ssh-target";
import type { UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";

const prefix = "ssh://";
const maxBytes = 1024 * 1024;
const timeoutMs = 30_000;
/** Private keys are not for tools, wherever they are. */
const keyFile =
	/(?:^|\/)\.ssh\/(?:id_[^/.]*|identity)$|(?:^|\/)\.gnupg\/private-keys|\/etc\/(?:g?shadow|ssh\/ssh_host_[^/]*_key)-?$/;

/** `ssh://<host>/<path>`: a text file or folder there; `ssh://` lists the hosts. */
export function sshScheme(ssh: SshService): UrlScheme {
	return {
		scheme: "ssh",
		async resolve(url, { signal }) {
			const [, name = "", path = ""] = /^([^/]*)(?:\/(.*))?$/s.exec(decode(url.slice(prefix.length))) ?? [];
			if (name === "") return { text: hostList(ssh) };
			const target = targetNamed(name, ssh.hosts());
			const place = path === "" ? "~" : path.startsWith("~") ? path : `/${path}`;
			if (keyFile.test(place.replace(/\/+/g, "/")))
				throw new ToolError(`${url} holds a private key, which is not for tools`);
			const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
			const connections = await ssh.load();
			const { family, wrapper } = await connections.facts(target, limited);
			if (family !== "posix" && wrapper === undefined) {
				throw new ToolError(
					`Files of ${name} cannot be read this way: its shell is not a POSIX shell. Use the ssh tool.`,
				);
			}
			const chunks: Uint8Array[] = [];
			const { isLost } = await connections.run(target, {
				command: lookAt(quotedPath(place, "posix")),
				signal: limited,
				onData: (bytes) => void chunks.push(bytes),
			});
			signal.throwIfAborted();
			if (isLost || limited.aborted) throw new ToolError(`${name} did not answer in time for ${url}`);
			return { text: decodeOutput(Buffer.concat(chunks), url) };
		},
		list: async () => ssh.hosts().map(({ name }) => `${prefix}${name}/`),
	};
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

function hostList(ssh: SshService): string {
	const lines = ssh
		.hosts()
		.map(
			(host) =>
				`${prefix}${host.name}/  ${[addressOf(host), ssh.knownFacts(host), host.description].filter(Boolean).join("  ")}`,
		);
	return lines.length > 0 ? lines.join("\n") : "No SSH hosts are configured.";
}

/** Opens nothing that is not a plain file: a pipe or a device would not end. */
function lookAt(word: string): string {
	return [
		`p=${word}`,
		`if [ -d "$p" ]; then echo folder; ls -1Ap -- "$p"`,
		`elif [ -f "$p" ]; then if [ -r "$p" ]; then echo file; head -c ${maxBytes + 1} < "$p"; else echo denied; fi`,
		`elif [ -e "$p" ]; then echo other`,
		"else echo missing; fi",
	].join("\n");
}

function decodeOutput(output: Uint8Array, url: string): string {
	const end = output.indexOf(0x0a);
	const kind = Buffer.from(output.subarray(0, end)).toString();
	const content = output.subarray(end + 1);
	switch (kind) {
		case "folder":
			return Buffer.from(content).toString();
		case "file":
			break;
		case "missing":
			throw new ToolError(`Path '${url}' not found`);
		case "denied":
			throw new ToolError(`Permission denied: ${url}`);
		default:
			throw new ToolError(`'${url}' is not a regular file`);
	}
	if (content.length > maxBytes)
		throw new ToolError(`${url} is larger than 1 MiB. Use the ssh tool with head, tail or grep.`);
	if (content.includes(0)) throw new ToolError(`${url} is not text`);
	return Buffer.from(content).toString();
}
