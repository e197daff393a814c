import { HttpError } from "../../../http-service/http-error.ts";
import type { Call, ServiceSocket, SocketHandler } from "../../../http-service/route.ts";
import { closeCodes } from "../protocol/limits.data.ts";
import { parseHostControlFrame } from "../protocol/parse-frame.ts";
import { ByteBudget } from "./held-frames.ts";
import { Room } from "./room.ts";

const maxRooms = 1000;
/** Of guests' frames that wait for their hosts, in all rooms. */
const maxHeldBytes = 64 * 1024 * 1024;
const roomName = /^[\w-]{22}$/;

/** The rooms of a relay. Nothing of them outlives their hosts. */
export class Rooms {
	readonly #rooms = new Map<string, Room>();
	readonly #budget = new ByteBudget(maxHeldBytes);
	readonly #mayHost: (request: Request, url: URL) => boolean;

	/** `mayHost`: whether a connection may open rooms here. */
	constructor(mayHost: (request: Request, url: URL) => boolean) {
		this.#mayHost = mayHost;
	}

	get count(): number {
		return this.#rooms.size;
	}

	connect({ params, url, request }: Pick<Call, "params" | "url" | "request">): SocketHandler {
		const { room: name = "" } = params;
		const role = url.searchParams.get("role");
		if (!roomName.test(name)) throw new HttpError(400, "No such room");
		if (role === "guest") return this.#guest(name);
		if (role !== "host") throw new HttpError(400, "role is host or guest");
		// A browser reads no status of a refused socket, so all refusals are close codes.
		if (!this.#mayHost(request, url)) return refuse(closeCodes.unauthorized, "unauthorized");
		return this.#host(name, url.searchParams.get("owner") ?? "");
	}

	#host(name: string, owner: string): SocketHandler {
		let room: Room | undefined;
		return {
			open: (socket) => {
				const known = this.#rooms.get(name);
				if (known && (owner === "" || known.owner !== owner))
					return socket.close(closeCodes.hostTaken, "This room has a host already");
				if (!known && this.#rooms.size >= maxRooms) return socket.close(closeCodes.full, "Too many rooms");
				known?.replace();
				room = new Room(socket, owner, this.#budget);
				this.#rooms.set(name, room);
			},
			message: (_socket, data) => {
				const control = typeof data === "string" ? parseHostControlFrame(data) : undefined;
				if (control) room?.control(control);
				else if (typeof data !== "string") room?.fromHost(data);
			},
			drain: () => room?.resume(),
			close: () => {
				room?.close();
				if (this.#rooms.get(name) === room) this.#rooms.delete(name);
			},
		};
	}

	#guest(name: string): SocketHandler {
		let room: Room | undefined;
		let peer: number | undefined;
		return {
			open: (socket) => {
				room = this.#rooms.get(name);
				if (!room) return socket.close(closeCodes.noHost, "Nobody shares a session here");
				peer = room.join(socket);
				if (peer === undefined) socket.close(closeCodes.full, "The room is full");
			},
			message: (_socket, data) => {
				if (typeof data !== "string" && peer !== undefined) room?.fromGuest(peer, data);
			},
			close: () => {
				if (peer !== undefined) room?.leave(peer);
			},
		};
	}
}

function refuse(code: number, reason: string): SocketHandler {
	return { open: (socket: ServiceSocket) => socket.close(code, reason), message: () => {} };
}
