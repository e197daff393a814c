import { addressOf, type SshTarget } from "./ssh-target.ts";

/** Why a connection could not be made, from what `ssh` says about it. */
export function connectionProblem(stderr: string, target: SshTarget): string {
	const place = `${target.name} (${addressOf(target)})`;
	if (/IDENTIFICATION HAS CHANGED|Host key verification failed/.test(stderr)) {
		const { host, port } = target;
		const known = port === undefined || port === 22 ? host : `[${host}]:${port}`;
		return [
			`The host key of ${place} is not the one that is known. Nothing was run.`,
			"Someone may be intercepting the connection, or the host was set up anew. Only the user can tell; after checking they remove the old key with:",
			`ssh-keygen -R '${known}'`,
		].join("\n");
	}
	const lines = stderr
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line !== "" && !/^@+$/.test(line));
	const denied = lines.find((line) => /Permission denied \(|Too many authentication failures/.test(line));
	if (denied !== undefined) {
		return [
			`${place} refused the login: ${denied}`,
			"No password or passphrase can be typed here. The user can load the key into ssh-agent, or name one with: omp ssh add --key",
		].join("\n");
	}
	const reason = lines.slice(-4).join("\n") || "ssh said nothing about why";
	return `Cannot connect to ${place}: ${reason}`;
}
