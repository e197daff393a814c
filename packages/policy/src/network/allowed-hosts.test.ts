import { expect, test } from "bun:test";
import { hostsAllowedIn } from "./allowed-hosts.ts";

test("a host of a project counts there and below", () => {
	const entries = ["docs.rs", "*.example.com @ /srv/app", "other.example @ /srv/application"];
	expect(hostsAllowedIn("/srv/app", entries)).toEqual(["docs.rs", "*.example.com"]);
	expect(hostsAllowedIn("/srv/app/src", entries)).toEqual(["docs.rs", "*.example.com"]);
	expect(hostsAllowedIn("/work", entries)).toEqual(["docs.rs"]);
});
