import { type Attempt, attempt } from "./attempt.ts";

const root = "needs root";

/** Sockets of the machine and the network; the box has none. */
export const networkAttempts: readonly Attempt[] = [
	attempt("a stand-in for docker.sock", "reads_unix(E['DOCKER'])"),
	attempt("a stand-in for docker.sock by a link", "os.symlink(E['DOCKER'], 's'); reads_unix('s')"),
	attempt(
		"a stand-in for docker.sock by a relative path",
		"os.chdir(os.path.dirname(E['DOCKER'])); reads_unix('./docker.sock')",
	),
	attempt("a stand-in for docker.sock below /proc/self/root", "reads_unix('/proc/self/root' + E['DOCKER'])"),
	attempt(
		"a stand-in for docker.sock by the descriptor of its path",
		"f = os.open(E['DOCKER'], os.O_PATH); reads_unix(f'/proc/self/fd/{f}')",
	),
	attempt("a stand-in for docker.sock moved into the project", "os.rename(E['MOVED'], 's'); reads_unix('s')"),
	attempt("a stand-in for docker.sock by a hard link", "os.link(E['DOCKER'], 's'); reads_unix('s')"),
	attempt("a stand-in for the bus of the session", "reads_unix(E['BUS'])"),
	attempt("a stand-in for the agent of ssh", "reads_unix(E['AGENT'])"),
	attempt("a stand-in for the X server", "reads_unix(E['X11'])"),
	attempt(
		"a socket that takes datagrams",
		"s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); s.sendto(b'x', E['DATAGRAMS']); escaped()",
	),
	attempt("an abstract socket", "reads_unix('\\0' + E['ABSTRACT'])"),
	attempt(
		"an abstract socket, for a name that is taken outside",
		"s = socket.socket(socket.AF_UNIX); s.bind('\\0' + E['ABSTRACT'] + 'x'); escaped(E['IN_BOX'] == '')",
	),
	attempt("a server on the machine's loopback", "socket.create_connection(('127.0.0.1', int(E['TCP'])), 2); escaped()"),
	attempt(
		"a server by another loopback address",
		"socket.create_connection(('127.0.0.2', int(E['TCP'])), 2); escaped()",
	),
	attempt("a server by the unspecified address", "socket.create_connection(('0.0.0.0', int(E['TCP'])), 2); escaped()"),
	attempt("a server by IPv6", "socket.create_connection(('::1', int(E['TCP6'])), 2); escaped()", {
		mayFailOutside: "there may be no IPv6",
	}),
	attempt("a server by IPv4 in IPv6", "socket.create_connection(('::ffff:127.0.0.1', int(E['TCP'])), 2); escaped()", {
		mayFailOutside: "there may be no IPv6",
	}),
	attempt("a server by its name", "socket.create_connection(('localhost', int(E['TCP'])), 2); escaped()"),
	attempt(
		"a server by fast open",
		"s = socket.socket(); s.sendto(b'x', 0x20000000, ('127.0.0.1', int(E['TCP']))); escaped()",
	),
	attempt(
		"a server by a connection that does not wait",
		"s = socket.socket(); s.setblocking(False); r = s.connect_ex(('127.0.0.1', int(E['TCP']))); time.sleep(0.05); escaped(r in (0, 115) and s.getsockopt(1, 4) == 0 and s.getpeername())",
	),
	attempt(
		"a server by multipath TCP",
		"s = socket.socket(socket.AF_INET, socket.SOCK_STREAM, 262); s.settimeout(2); s.connect(('127.0.0.1', int(E['TCP']))); escaped()",
		{ mayFailOutside: "kernels may lack it" },
	),
	attempt("a server by curl", "sh(f\"curl -sf -m 2 http://127.0.0.1:{E['TCP']}/\").check_returncode(); escaped()"),
	attempt("a server by bash", "sh(f\"exec 3<>/dev/tcp/127.0.0.1/{E['TCP']}\").check_returncode(); escaped()"),
	attempt(
		"a server by a proxy of the environment",
		"sh(f\"http_proxy=http://127.0.0.1:{E['TCP']} curl -sf -m 2 http://example.invalid/\").check_returncode(); escaped()",
	),
	attempt(
		"a datagram to the machine",
		"s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.settimeout(1); s.sendto(b'ping', ('127.0.0.1', int(E['UDP']))); escaped(s.recv(9) == b'pong')",
	),
	attempt(
		"a datagram on a socket that is connected",
		"s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.settimeout(1); s.connect(('127.0.0.1', int(E['UDP']))); s.send(b'ping'); escaped(s.recv(9) == b'pong')",
	),
	attempt(
		"a question to a name server",
		"s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.settimeout(1); s.sendto(b'\\0\\1\\1\\0\\0\\1' + bytes(6) + b'\\1x\\0\\0\\1\\0\\1', ('127.0.0.1', int(E['UDP']))); escaped(len(s.recv(99)) > 0)",
	),
	attempt(
		"a server for others",
		"s = socket.socket(); s.bind(('0.0.0.0', 0)); s.listen(); escaped(E['IN_BOX'] != 'mounts')",
	),
	attempt(
		"a server on a port that was not asked for",
		"s = socket.socket(); s.listen(); escaped(E['IN_BOX'] != 'mounts')",
	),
	attempt("a raw socket", "socket.socket(socket.AF_INET, socket.SOCK_RAW, 1); escaped()", { mayFailOutside: root }),
	attempt("a packet socket", "socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0); escaped()", {
		mayFailOutside: root,
	}),
	attempt(
		"a socket to the host of a virtual machine",
		"socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM); escaped()",
		{ mayFailOutside: "kernels may lack it" },
	),
	attempt("a socket for cryptography", "socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET); escaped()", {
		mayFailOutside: "kernels may lack it",
	}),
	attempt("a netlink socket for audits", "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 9); escaped()", {
		mayFailOutside: "kernels may lack it",
	}),
	attempt("a netlink socket for events of devices", "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 15); escaped()"),
	attempt("a netlink socket about sockets", "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 4); escaped()", {
		mayFailOutside: "kernels may lack it",
	}),
	attempt(
		"a kind of socket by flags with high bits",
		"r = libc.socket(ctypes.c_long(0x100000000 | 40), 1, 0); escaped(r >= 0)",
		{ mayFailOutside: "kernels may lack it" },
	),
	attempt(
		"the interfaces of the machine are changed",
		"sh('ip link add box-test type dummy && ip link del box-test').check_returncode(); escaped()",
		{ mayFailOutside: root },
	),
];
