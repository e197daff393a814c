import { executablePath } from "@oh-my-pi/pi-natives/executable-path";
import type { Host } from "@oh-my-pi/pi-utils/host";

export interface ServiceDescription {
	/** `omp-auth-broker` */
	readonly name: string;
	readonly summary: string;
	/** What omp is started with. */
	readonly args: readonly string[];
}

/** A systemd unit and a launchd file for a service of the user, with where they go and how they are started. */
export function serviceFiles(
	{ name, summary, args }: ServiceDescription,
	{ home }: Pick<Host, "home">,
	program: string = executablePath(),
): string {
	const label = `dev.omp.${name}`;
	const words = [program, ...args];
	return `# systemd: ~/.config/systemd/user/${name}.service, then
#   systemctl --user daemon-reload && systemctl --user enable --now ${name} && loginctl enable-linger
[Unit]
Description=${summary}
After=network-online.target
Wants=network-online.target

[Service]
ExecStart=${words.map(systemdWord).join(" ")}
Restart=always
RestartSec=2
# A refresh under way runs in a process of its own and must end by itself.
KillMode=process
UMask=0077
NoNewPrivileges=true
PrivateTmp=true
ProtectSystem=full

[Install]
WantedBy=default.target

# launchd: ~/Library/LaunchAgents/${label}.plist, then
#   launchctl load -w ~/Library/LaunchAgents/${label}.plist
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>Label</key><string>${label}</string>
	<key>ProgramArguments</key>
	<array>
${words.map((word) => `\t\t<string>${xmlText(word)}</string>`).join("\n")}
	</array>
	<key>RunAtLoad</key><true/>
	<key>KeepAlive</key><true/>
	<key>AbandonProcessGroup</key><true/>
	<key>Umask</key><integer>63</integer>
	<key>StandardOutPath</key><string>${xmlText(home)}/Library/Logs/${name}.log</string>
	<key>StandardErrorPath</key><string>${xmlText(home)}/Library/Logs/${name}.log</string>
</dict>
</plist>
`;
}

/** Quoted, with the characters that systemd expands. */
function systemdWord(word: string): string {
	const escaped = word.replaceAll("%", "%%").replaceAll("$", "$$$$");
	return /^[\w./:@%$=+-]+$/.test(escaped) ? escaped : `"${escaped.replace(/["\\]/g, "\\$&")}"`;
}

function xmlText(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
