import { expect, setDefaultTimeout, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";

setDefaultTimeout(120_000);

const key = "sk-or-v1-KEYRINGKEYRINGKEYRING";

requires(
	"secret-tool",
	"gnome-keyring-daemon",
	"dbus-run-session",
)("keys move to a real keyring and back, and are used from there", async () => {
	await using omp = await ompProject();
	await omp.run(["login", "openrouter"], { stdin: `${key}\n` });
	const [program] = omp.command;
	const stored = `cat ${omp.agentDir}/agent.db ${omp.agentDir}/agent.db-wal 2>/dev/null | grep -c ${key}`;
	const script = [
		"echo -n password | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1",
		`"${program}" config set auth.storage keyring`,
		`echo "in file: $(${stored})"`,
		`"${program}" token openrouter`,
		`"${program}" config set auth.storage file`,
		`echo "in file again: $(${stored})"`,
		`"${program}" token openrouter`,
		"secret-tool search --all application omp 2>&1 | grep -c secret",
	].join("\n");
	const { stdout } = await runCommand(["dbus-run-session", "--", "sh", "-c", script], {
		cwd: omp.path,
		env: { ...omp.env, XDG_RUNTIME_DIR: omp.home.path, DBUS_SESSION_BUS_ADDRESS: "" },
	});
	expect(stdout).toBe(
		`✔ Set auth.storage = keyring\nin file: 0\n${key}\n✔ Set auth.storage = file\nin file again: 1\n${key}\n0\n`,
	);
});

test("without a keyring the keys stay in the file, and the message says why", async () => {
	await using omp = await ompProject();
	await omp.run(["login", "openrouter"], { stdin: `${key}\n` });
	const env = { PATH: "/nonexistent", DBUS_SESSION_BUS_ADDRESS: "" };
	const { exitCode, stderr } = await omp.run(["config", "set", "auth.storage", "keyring"], { env });
	expect([exitCode, stderr]).toEqual([
		1,
		expect.stringMatching(/^The keyring cannot be used: .*Credentials stay where they are\.\n$/),
	]);
	expect((await omp.run(["token", "openrouter"])).stdout).toBe(`${key}\n`);
});
