/** Sockets and files of all programs of the machine lie in these. They are empty in the box. */
export const coveredFolders = ["/run", "/mnt/wslg", "/var/lib/docker", "/var/lib/containerd"] as const;

/** Below the home folder: sockets by which programs outside do what they are asked for. */
export const coveredInHome = [
	".docker/run",
	".docker/desktop",
	".colima",
	".lima",
	".orbstack/run",
	".rd",
	".local/share/containers/podman",
	".gnupg/S.gpg-agent",
	".gnupg/S.gpg-agent.extra",
	".gnupg/S.gpg-agent.ssh",
	".gnupg/S.gpg-agent.browser",
] as const;

/** In covered folders, and needed: by name lookups, and by systems that keep their programs there. */
export const keptPlaces = [
	"/run/systemd/resolve/stub-resolv.conf",
	"/run/systemd/resolve/resolv.conf",
	"/run/NetworkManager/resolv.conf",
	"/run/resolvconf/resolv.conf",
	"/run/current-system",
	"/run/booted-system",
	"/run/opengl-driver",
] as const;

/** Of `/dev`; the rest is not there. */
export const keptDevices = ["null", "zero", "full", "random", "urandom", "tty"] as const;
