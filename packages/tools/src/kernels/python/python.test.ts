import { describe, expect, test } from "bun:test";
import { mkdir, symlink } from "node:fs/promises";
import { listProcesses } from "@oh-my-pi/pi-natives/process/process-list";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { evalIn } from "../../eval/testing/eval-in.ts";
import { withPython } from "../../eval/testing/with-python.ts";
import { findInterpreter } from "./interpreter.ts";

withPython(() => {
	verifies(
		"tools-exec:eval:python-interrupt",
		async () => {
			await using project = await workspace();
			await using cells = evalIn(project, {}, { interruptGraceMs: 500 });
			await cells.py("kept = 1");
			const interrupted = await cells.py("print('begun')\nimport time\ntime.sleep(60)", { timeout: 1 });
			expect(interrupted).toStartWith("begun\n\nTraceback (most recent call last):\n");
			expect(interrupted).toEndWith(
				"KeyboardInterrupt\n\n[eval cell timed out after 1s; kernel interrupted but remains running. Reset the kernel via { reset: true } if state appears corrupted.]",
			);
			expect(await cells.py("kept")).toBe("1");
			const deaf =
				"import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nimport os\nprint(os.getpid())\nwhile True: pass";
			const killed = await cells.py(deaf, { timeout: 1 });
			expect(killed).toEndWith(
				"[eval cell timed out and the kernel was unresponsive to interrupt; the kernel has been killed and will be recreated on the next call.]",
			);
			const pid = Number(killed.split("\n")[0]);
			expect((await listProcesses()).some((process) => process.pid === pid)).toBe(false);
			expect(await cells.py("'kept' in globals()")).toBe("False");
		},
		30_000,
	);

	verifies("tools-exec:eval:python-kernel-death", async () => {
		await using project = await workspace();
		await using cells = evalIn(project);
		await cells.py("kept = 1");
		const code =
			"import os\nif not os.path.exists('tried'):\n    open('tried', 'w').close()\n    os._exit(3)\nprint('second', 'kept' in globals())";
		expect(await cells.py(code)).toBe("second False");
		expect(await cells.py("import os; os._exit(7)")).toBe(
			"[the Python kernel ended with code 7 while the cell ran; it will be recreated on the next call, without the variables of earlier cells.]",
		);
		expect(await cells.py("1")).toBe("1");
	});

	verifies("tools-exec:eval:python-env", async () => {
		await using project = await workspace();
		const env = {
			PATH: process.env.PATH,
			HOME: project.path,
			OPENAI_API_KEY: "secret-1",
			PI_PRIVATE_TOKEN: "secret-2",
			PI_HARMLESS: "shown",
			LC_ALL: "C.UTF-8",
			UNRELATED: "secret-3",
		};
		await using cells = evalIn(project, {}, { env, sessionEnv: () => ({ PI_SESSION_FILE: "/s.jsonl" }) });
		const seen = await cells.py("import os; print(dict(os.environ))");
		expect(seen).not.toMatch(/secret-\d/);
		expect(await cells.js("JSON.stringify(process.env)")).not.toMatch(/secret-\d|BUN_BE_BUN/);
		const names = ["PI_HARMLESS", "LC_ALL", "PYTHONUNBUFFERED", "PYTHONIOENCODING", "MPLBACKEND", "PI_SESSION_FILE"];
		expect(await cells.py(`[env(name) for name in ${JSON.stringify(names)}]`)).toBe(
			"['shown', 'C.UTF-8', '1', 'utf-8', 'Agg', '/s.jsonl']",
		);
	});

	verifies("tools-exec:eval:python-interpreter", async () => {
		await using project = await workspace();
		await using active = await workspace();
		const place = { cwd: project.path, home: project.file("home"), env: { PATH: process.env.PATH } };
		const plant = async (environment: string) => {
			await mkdir(`${environment}/bin`, { recursive: true });
			await symlink(Bun.which("python3") ?? "", `${environment}/bin/python`);
			return { path: `${environment}/bin/python`, environment };
		};
		expect(findInterpreter(place)).toEqual({ path: Bun.which("python3") ?? "" });
		const own = await plant(project.file("home/.omp/python-env"));
		expect(findInterpreter(place)).toEqual(own);
		const local = await plant(project.file("venv"));
		expect(findInterpreter(place)).toEqual(local);
		const dotted = await plant(project.file(".venv"));
		expect(findInterpreter(place)).toEqual(dotted);
		const inConda = await plant(`${active.path}/conda`);
		const env = { PATH: process.env.PATH, CONDA_PREFIX: inConda.environment };
		expect(findInterpreter({ ...place, env })).toEqual(inConda);
		const inVenv = await plant(`${active.path}/venv`);
		expect(findInterpreter({ ...place, env: { ...env, VIRTUAL_ENV: inVenv.environment } })).toEqual(inVenv);
		expect(findInterpreter({ ...place, env, setting: "/my/python" })).toEqual({ path: "/my/python" });
		expect(findInterpreter({ cwd: "/", home: "/nowhere", env: { PATH: "" } })).toBeUndefined();
		await using cells = evalIn(project);
		expect(await cells.py("import os; [p for p in os.environ['PATH'].split(':') if 'venv' in p]")).toBe(
			`['${project.path}/.venv/bin']`,
		);
	});

	verifies("tools-exec:eval:python-modes", async () => {
		await using project = await workspace({ "sub/x": "" });
		const folders = [project.path, project.file("sub")];
		let cwd = folders[0] ?? "";
		await using kept = evalIn(project, { cwd: () => cwd });
		await kept.py("x = 1");
		expect(await kept.py("x")).toBe("1");
		cwd = folders[1] ?? "";
		expect(await kept.py("'x' in globals()")).toBe("False");
		await using fresh = evalIn(project, {}, { pythonMode: () => "per-call" });
		expect((await fresh.run({ language: "py", code: "x = 1" }, { language: "py", code: "x" })).content).toBe("1");
		expect(await fresh.py("'x' in globals()")).toBe("False");
	});

	verifies("tools-exec:eval:python-display", async () => {
		await using project = await workspace({
			// Stands for the library: what counts is how the runner asks it for pictures.
			"matplotlib/__init__.py": "",
			"matplotlib/pyplot.py": `
figures = [1, 2]
class Figure:
    def savefig(self, file, format, bbox_inches): file.write(b"\\x89PNG picture")
def get_fignums(): return list(figures)
def figure(number): return Figure()
def close(which): figures.clear()
`,
		});
		await using cells = evalIn(project);
		const shown = `
class Rich:
    def _repr_markdown_(self): return "**bold**"
    def _repr_html_(self): return "<b>bold</b>"
class Page:
    def _repr_mimebundle_(self): return {"text/html": "<table><tr><th>a</th><td>1 &lt; 2</td></tr></table>", "text/plain": None}
class Broken:
    def _repr_html_(self): raise ValueError()
    def __repr__(self): return "Broken()"
class Picture:
    def _repr_png_(self): return b"png"
display(Rich()); display(Broken(), float("nan")); display(Picture()); Rich()`;
		const { content, details } = await cells.run({ language: "py", code: shown });
		expect(content).toEqual([
			{ type: "text", text: "**bold**\n\nBroken()\n\nnan\n\n**bold**" },
			{ type: "image", data: Buffer.from("png").toString("base64"), mimeType: "image/png" },
		]);
		expect(details?.cells[0]?.hasMarkdown).toBe(true);
		expect(await cells.py("display(Page())")).toBe("a | 1 < 2 |");
		const plots = await cells.run({ language: "py", code: "import matplotlib.pyplot as plt" });
		expect(plots.content).toEqual([
			{ type: "text", text: "(displayed 2 image(s); no text output)" },
			...[1, 2].map(() => ({
				type: "image" as const,
				data: Buffer.from("\x89PNG picture", "latin1").toString("base64"),
				mimeType: "image/png",
			})),
		]);
		expect(await cells.py("plt.get_fignums()")).toBe("[]");
	});

	verifies(
		"tools-exec:eval:python-await",
		async () => {
			await using project = await workspace();
			await using cells = evalIn(project);
			await cells.py("import asyncio\nasync def f(x):\n    await asyncio.sleep(0)\n    return x");
			expect(await cells.py("first = asyncio.get_running_loop()\nawait f(1)")).toBe("1");
			expect(
				await cells.py("second = asyncio.get_running_loop()\nfirst is second, [await f(n) for n in range(3)]"),
			).toContain("True");
			expect(await cells.py("await asyncio.sleep(60)", { timeout: 1 })).toContain(
				"kernel interrupted but remains running",
			);
			expect(await cells.py("await f(2)")).toBe("2");
		},
		20_000,
	);

	verifies(
		"tools-exec:eval:python-magics",
		async () => {
			await using project = await workspace({
				"sub/b.txt": "",
				"sub/a.txt": "",
				"script.py": "ran = __name__\n",
				"pip/__init__.py": "",
				"pip/__main__.py": "import sys; print('pip got', sys.argv[1:])",
				"fresh.py": "value = 1",
				"text.py": "loaded = 5\nloaded + 1\n",
			});
			await using cells = evalIn(project);
			expect(await cells.py("%cd sub\n%pwd")).toBe(`'${project.path}/sub'`);
			expect(await cells.py("%ls sub")).toBe("a.txt\nb.txt");
			expect(await cells.py("%env A=1\n%set_env B two words\n(env('A'), env('B'))")).toBe("('1', 'two words')");
			expect(await cells.py("%env A")).toBe("'1'");
			expect(await cells.py("lines = !echo one; echo two\nlines.s, lines.n, len(lines)")).toBe(
				"('one two', 'one\\ntwo', 2)",
			);
			expect(await cells.py("here = %pwd\nhere")).toBe(`'${project.path}'`);
			expect(await cells.py("for i in range(2):\n    !echo line $((1 + 1))")).toBe("line 2\nline 2");
			expect(await cells.py("!exit 3")).toBe("[exit code 3]");
			expect(await cells.py("%%bash\nfor i in 1 2; do echo bash $i; done")).toBe("bash 1\nbash 2");
			expect(await cells.py("%%sh\necho $0")).toBe("sh");
			expect(await cells.py("%%writefile out.txt\nwritten\n")).toBe("Wrote out.txt");
			expect(await project.read("out.txt")).toBe("written\n");
			expect(await cells.py("%%capture said\nprint('caught')")).toBe("(no output)");
			expect(await cells.py("said")).toBe("'caught\\n'");
			expect(await cells.py("%run script.py\nran")).toBe("'__main__'");
			expect(await cells.py("%load text.py")).toBe("6");
			const timed = await cells.run({ language: "py", code: "%time 1 + 1" });
			expect(timed.content).toMatch(/^Wall time: [\d.e+-]+ (?:[mµn]?s)\n\n2$/);
			expect(timed.details?.statusEvents?.map(({ op }) => op)).toEqual(["time"]);
			expect(await cells.py("%timeit 1 + 1")).toMatch(/^Wall time: .* per loop \(\d+ loops\)$/);
			expect(await cells.py("x = '''\n%pwd is no magic here\n'''\ny = (10\n%3)\nlen(x), y")).toBe("(23, 1)");
			expect(await cells.py("%who")).toContain("here");
			expect(await cells.py("%whos")).toMatch(/^here +str +/m);
			expect(await cells.py("%reset\n'here' in globals()")).toBe("False");
			await cells.py("import fresh");
			expect(await cells.py("%pip install fresh>=1")).toBe("pip got ['install', 'fresh>=1']");
			expect(await cells.py("import sys; 'fresh' in sys.modules")).toBe("False");
			expect(await cells.py("%nope")).toEndWith(
				"NameError: UsageError: Line magic function '%nope' not found.\n\nCommand exited with code 1",
			);
		},
		30_000,
	);

	describe("python", () => {
		test("what is printed past Python is caught, and input has nobody to answer", async () => {
			await using project = await workspace();
			await using cells = evalIn(project);
			expect(await cells.py("import os; _ = os.system('echo out; echo err >&2')")).toBe("out\nerr");
			expect(await cells.py("import sys; sys.stdin.read()")).toBe("''");
			expect(await cells.py("input('Name? ')", { timeout: 1 })).toStartWith("Name?\n\nTraceback");
		}, 30_000);

		test("an exit ends the cell and not the kernel", async () => {
			await using project = await workspace();
			await using cells = evalIn(project);
			await cells.py("kept = 1");
			expect(await cells.py("import sys; sys.exit(3)")).toContain("SystemExit: 3");
			expect(await cells.py("kept")).toBe("1");
		});

		test("threads, large values and odd characters come through the wire whole", async () => {
			await using project = await workspace();
			await using cells = evalIn(project);
			const code = `import sys, threading
def speak(name):
    for i in range(200): sys.stdout.write(f'{name} {i}\\n')
threads = [threading.Thread(target=speak, args=(n,)) for n in range(4)]
[t.start() for t in threads]
[t.join() for t in threads]
print("é ✓ 𝒳 \\ud800")`;
			const lines = (await cells.py(code)).split("\n");
			expect(lines.filter((line) => /^\d \d+$/.test(line))).toHaveLength(800);
			expect(lines.join("\n")).toContain("é ✓ 𝒳");
			expect(await cells.py("'x' * 8_000")).toBe(`'${"x".repeat(8_000)}'`);
		});
	});
});
