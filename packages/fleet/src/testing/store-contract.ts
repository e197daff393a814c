import { expect } from "bun:test";
import type { BlobStore } from "../contract/blob-store.ts";
import { expectKind } from "./queue-subject.ts";

/** A store of its own for one test. */
export interface StoreSubject extends AsyncDisposable {
	open(options?: { readonly maxBytes?: number }): Promise<BlobStore>;
	/** Changes what is stored behind the store's back. */
	damage(key: string, content: Uint8Array): Promise<void>;
}

export interface StoreContract {
	readonly name: string;
	readonly define: (name: string, body: () => Promise<void>) => void;
	create(): Promise<StoreSubject>;
}

const text = (value: string) => new TextEncoder().encode(value);

/** What all stores promise. */
export function storeContract({ name, define, create }: StoreContract): void {
	const check = (what: string, body: (store: BlobStore, subject: StoreSubject) => Promise<void>) =>
		define(`${name}: ${what}`, async () => {
			await using subject = await create();
			await using store = await subject.open();
			await body(store, subject);
		});
	const keys = async (store: BlobStore, prefix: string) =>
		(await Array.fromAsync(store.list(prefix))).map(({ key }) => key).toSorted();

	check("what was put comes back, and its reference says what it is", async (store) => {
		const reference = await store.put("tasks/t/1/log-0", text("hello"));
		expect(reference).toEqual({
			key: "tasks/t/1/log-0",
			sha256: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
			bytes: 5,
		});
		expect(await store.get(reference)).toEqual(text("hello"));
		expect(await store.put("tasks/t/1/log-0", text("hello"))).toEqual(reference);
	});

	check("empty, binary and large content, and names with spaces and letters of any kind", async (store) => {
		const large = new Uint8Array(9 * 1024 * 1024).map((_, index) => (index * 7) % 251);
		const contents = new Map<string, Uint8Array | Blob>([
			["batches/b/files/empty", new Uint8Array()],
			["batches/b/files/a b+c%20/ü ñ 日本.txt", Uint8Array.from({ length: 256 }, (_, index) => index)],
			["batches/b/files/large", large],
			["batches/b/files/blob", new Blob([large, text("end")])],
			["batches/b/files/.hidden", text("dot")],
		]);
		for (const [key, content] of contents) {
			const expected = content instanceof Uint8Array ? content : await content.bytes();
			expect(Bun.hash(await store.get(await store.put(key, content)))).toBe(Bun.hash(expected));
		}
		expect(await keys(store, "batches/b/files/")).toEqual([...contents.keys()].toSorted());
	});

	check("objects are listed and removed by prefix, and no others", async (store) => {
		for (const key of ["tasks/t-1/1/a", "tasks/t-1/2/b", "tasks/t-10/1/c", "batches/b/d"])
			await store.put(key, text(key));
		const before = Date.now();
		const listed = await Array.fromAsync(store.list("tasks/t-1/"));
		expect(new Map(listed.map(({ key, bytes }) => [key, bytes]))).toEqual(
			new Map([
				["tasks/t-1/1/a", 13],
				["tasks/t-1/2/b", 13],
			]),
		);
		for (const { changedAt } of listed) expect(Math.abs(changedAt - before)).toBeLessThan(60_000);
		expect(await keys(store, "tasks/t-1")).toEqual(["tasks/t-1/1/a", "tasks/t-1/2/b", "tasks/t-10/1/c"]);
		expect(await store.remove("tasks/t-1/")).toBe(2);
		expect(await store.remove("tasks/t-1/")).toBe(0);
		expect(await keys(store, "tasks/")).toEqual(["tasks/t-10/1/c"]);
		expect(await keys(store, "none/")).toEqual([]);
	});

	check("an object that is not what was stored is damaged", async (store, subject) => {
		const reference = await store.put("tasks/t/1/log-0", text("hello"));
		await subject.damage(reference.key, text("jello"));
		expect(await expectKind(store.get(reference), "store-damaged")).toContain("tasks/t/1/log-0");
		await subject.damage(reference.key, text("hell"));
		await expectKind(store.get(reference), "store-damaged");
		await subject.damage(reference.key, text("hello, world"));
		await expectKind(store.get(reference), "store-damaged");
		await store.remove("tasks/t/");
		await expectKind(store.get(reference), "store-damaged");
	});

	check("names that lead elsewhere and prefixes of everything are refused", async (store) => {
		for (const key of ["", "/etc/passwd", "a/../b", "a//b", "a/./b", "a\\b", "a\0b", "a/", "x".repeat(1000)]) {
			await expectKind(store.put(key, text("x")), "invalid");
		}
		await expectKind(store.get({ key: "../x", sha256: "", bytes: 0 }), "invalid");
		for (const prefix of ["", "/", "..", "a/../"]) {
			await expectKind(store.remove(prefix), "invalid");
			await expectKind(Array.fromAsync(store.list(prefix)), "invalid");
		}
	});

	check("an object that is too large is refused before it is sent", async (_, subject) => {
		await using store = await subject.open({ maxBytes: 1024 * 1024 });
		const message = await expectKind(store.put("tasks/t/1/artifact", new Uint8Array(1024 * 1024 + 1)), "too-large");
		expect(message).toContain("tasks/t/1/artifact has 2 MiB");
		expect(await keys(store, "tasks/")).toEqual([]);
	});

	check("a signal that was aborted stores nothing", async (store) => {
		const stopped = AbortSignal.abort(new Error("stop"));
		expect(store.put("tasks/t/1/a", text("x"), stopped)).rejects.toThrow("stop");
		expect(await keys(store, "tasks/")).toEqual([]);
		const reference = await store.put("tasks/t/1/a", text("x"));
		expect(store.get(reference, stopped)).rejects.toThrow();
	});
}
