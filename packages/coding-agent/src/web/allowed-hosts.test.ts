import { expect, test } from "bun:test";
import { hostsAllowedIn } from "./allowed-hosts.ts";

test("a host of a project counts there and below", () => {
	const entries = ["docs.rs", "*.example.com @ /work/app", "other.example @ /work/application"];
	expect(hostsAllowedIn("/work/app", entries)).toEqual(["docs.rs", "*.example.com"]);
	expect(hostsAllowedIn("/work/app/src", entries)).toEqual(["docs.rs", "*.example.com"]);
	expect(hostsAllowedIn("/work", entries)).toEqual(["docs.rs"]);
});
