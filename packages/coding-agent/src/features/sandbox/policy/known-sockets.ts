import { join } from "node:path";

export interface SocketPlaces {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly home: string;
}

/** Where the sockets are that the setting `sandbox.sockets` knows by name. Others are paths. */
export function findSockets(entry: string, { env, home }: SocketPlaces): readonly string[] {
	const runtime = env.XDG_RUNTIME_DIR;
	switch (entry) {
		case "docker":
			return ["/var/run/docker.sock", "/run/docker.sock", ...(runtime ? [join(runtime, "docker.sock")] : [])];
		case "ssh-agent":
			return env.SSH_AUTH_SOCK ? [env.SSH_AUTH_SOCK] : [];
		case "dbus":
			return ["/run/dbus/system_bus_socket", ...(runtime ? [join(runtime, "bus")] : [])];
		case "x11":
			return ["/tmp/.X11-unix"];
		case "wayland":
			return runtime && env.WAYLAND_DISPLAY ? [join(runtime, env.WAYLAND_DISPLAY)] : [];
		default:
			return [entry.startsWith("~/") ? join(home, entry.slice(2)) : entry];
	}
}

/** Names of variables that lead to a socket, which programs go by until they notice that it is not there. */
export const socketVariables: Readonly<Record<string, string>> = {
	SSH_AUTH_SOCK: "ssh-agent",
	DBUS_SESSION_BUS_ADDRESS: "dbus",
	DISPLAY: "x11",
	WAYLAND_DISPLAY: "wayland",
	DOCKER_HOST: "docker",
};
