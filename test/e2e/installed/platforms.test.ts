import { expect } from "bun:test";
import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { outsideEnv } from "@oh-my-pi/pi-testkit/isolation/isolated-env";
import { requiresThat } from "@oh-my-pi/pi-testkit/requires";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { executableFormat } from "../../../scripts/release/executable-format.ts";
import { isMachOSigned } from "../../../scripts/release/mac-signature.ts";

const repository = resolve(import.meta.dir, "../../..");
// The user's npm settings may name the reachable registry.
const env = { ...outsideEnv(process.env), NPM_CONFIG_USERCONFIG: join(userInfo().homedir, ".npmrc") };
const registry = await runCommand(["npm", "view", "bun", "name", "--fetch-retries=0", "--fetch-timeout=5000"], {
	env,
}).catch(() => undefined);

const formats = {
	"omp-linux-arm64-musl": "elf arm64 /lib/ld-musl-aarch64.so.1",
	"omp-darwin-x64": "mach-o x64",
	"omp-darwin-arm64": "mach-o arm64",
	"omp-win32-x64.exe": "pe x64",
};

requiresThat(registry?.exitCode === 0, "the npm registry")(
	"release: makes executables and packages for other systems and processors",
	async () => {
		await using out = await workspace();
		const ids = Object.keys(formats).map((file) => file.replace(/^omp-|\.exe$/g, ""));
		const args = [...ids.flatMap((id) => ["--platform", id]), "--fast", "--folder", out.path];
		const made = await runCommand([process.execPath, "scripts/release.ts", ...args], { cwd: repository, env });
		expect(made).toMatchObject({ exitCode: 0 });
		const sums = await out.read("SHA256SUMS");
		for (const [file, format] of Object.entries(formats)) {
			const content = await Bun.file(out.file(file)).bytes();
			expect(executableFormat(content)).toBe(format);
			expect(content.length / 1e6).toBeGreaterThan(80);
			expect(content.length / 1e6).toBeLessThan(160);
			// macOS kills a program that does not match its signature.
			if (format.startsWith("mach-o")) expect(isMachOSigned(content)).toBe(true);
			expect(sums).toContain(`${new Bun.CryptoHasher("sha256").update(content).digest("hex")}  ${file}\n`);
		}
		const manifest = async (id: string) => {
			const [name = ""] = sums.match(new RegExp(`\\S+-${id}-\\d\\S+\\.tgz`)) ?? [];
			const files = await new Bun.Archive(await Bun.file(out.file(name)).bytes()).files("package/package.json");
			return JSON.parse((await files.get("package/package.json")?.text()) ?? "");
		};
		expect(await manifest("linux-arm64-musl")).toMatchObject({ os: ["linux"], cpu: ["arm64"], libc: ["musl"] });
		expect(await manifest("win32-x64")).toMatchObject({ os: ["win32"], cpu: ["x64"] });
		expect(await out.read("RELEASE.md")).toContain("| macOS, Apple silicon | `omp-darwin-arm64` |");
	},
	120_000,
);
