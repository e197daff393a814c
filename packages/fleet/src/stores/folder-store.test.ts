import { expect, test } from "bun:test";
import { chmodSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { withoutPrivileges } from "@oh-my-pi/pi-testkit/isolation/without-privileges";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { openStore } from "../open-store.ts";
import { expectKind } from "../testing/queue-subject.ts";
import { storeContract } from "../testing/store-contract.ts";

storeContract({
	name: "folder",
	define: test,
	async create() {
		const place = await workspace();
		return {
			open: (options) => openStore(undefined, { fleetDir: place.path, env: {}, ...options }),
			damage: (key, content) => place.write(`store/${key}`, content),
			[Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
		};
	},
});

const text = new TextEncoder().encode("hello");

test("a path and a file: URL name a folder; other URLs are refused without what they hold", async () => {
	await using place = await workspace();
	const open = (url: string) => openStore(url, { fleetDir: "/nonexistent", env: {} });
	for (const url of [place.file("a"), `file://${place.file("b")}`, `file:${place.file("c")}`]) {
		await (await open(url)).put("x/y", text);
	}
	expect(readdirSync(place.path).sort()).toEqual(["a", "b", "c"]);
	expect(await expectKind(open("ftp://me:s3cret@host/x"), "invalid")).not.toContain("s3cret");
});

test("only the owner reads objects, and nothing half is left", async () => {
	await using place = await workspace();
	await using store = await openStore(place.file("store"), { fleetDir: "", env: {} });
	await store.put("tasks/t/log", text);
	expect(statSync(place.file("store/tasks/t/log")).mode & 0o777).toBe(0o600);
	expect(statSync(place.file("store")).mode & 0o777).toBe(0o700);
	const broken = new Blob([text]);
	broken.stream = () =>
		new ReadableStream({
			pull(controller) {
				controller.enqueue(text);
				controller.error(new Error("the source broke"));
			},
		});
	expect(store.put("tasks/t/broken", broken)).rejects.toThrow("the source broke");
	await Bun.sleep(0);
	expect(readdirSync(place.file("store/tasks/t"))).toEqual(["log"]);
	expect(readdirSync(place.file("store/.incomplete"))).toEqual([]);
});

test("puts and removals at the same time do not disturb each other", async () => {
	await using place = await workspace();
	await using store = await openStore(place.file("store"), { fleetDir: "", env: {} });
	await Promise.all(
		Array.from({ length: 60 }, async (_, index) => {
			const key = `tasks/t/${index % 7}/log-${index}`;
			const reference = await store.put(key, text);
			expect(await store.get(reference)).toEqual(text);
			await store.remove(`${key}`);
		}),
	);
	expect(await Array.fromAsync(store.list("tasks/"))).toEqual([]);
});

test("a symbolic link is no object", async () => {
	await using place = await workspace({ secret: "secret" });
	await using store = await openStore(place.file("store"), { fleetDir: "", env: {} });
	await store.put("tasks/t/log", text);
	symlinkSync(place.file("secret"), place.file("store/tasks/t/link"));
	expect((await Array.fromAsync(store.list("tasks/"))).map(({ key }) => key)).toEqual(["tasks/t/log"]);
});

test("a folder that cannot be written is named as such", async () => {
	await using place = await workspace();
	chmodSync(place.path, 0o555);
	await withoutPrivileges(place.path, async () => {
		await using store = await openStore(place.file("store"), { fleetDir: "", env: {} });
		expect(await expectKind(store.put("tasks/t/log", text), "full")).toContain("cannot be written");
	});
	await using file = await workspace({ store: "a file" });
	await using store = await openStore(file.file("store"), { fleetDir: "", env: {} });
	await expectKind(store.put("tasks/t/log", text), "unreachable");
});
