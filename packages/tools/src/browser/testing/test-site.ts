/** A site on this machine with what a tester meets: forms, dialogs, downloads, frames, shadow roots, slow pages. */
export interface TestSite extends Disposable {
	readonly url: string;
	/** The paths that were asked for. */
	readonly requests: string[];
}

const page = (title: string, body: string) =>
	new Response(
		`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`,
		{
			headers: { "content-type": "text/html; charset=utf-8" },
		},
	);

const form = `<h1>Sign up</h1>
<form action="/welcome" method="get">
<label>Name <input name="name" required></label>
<label>Color <select name="color"><option value="r">Red</option><option value="g">Green</option></select></label>
<label><input type="checkbox" name="news"> News</label>
<label>File <input type="file" name="file" id="file"></label>
<button>Send</button>
<button type="button" disabled>Never</button>
</form>
<a href="/article">Article</a>`;

const article = `<nav><a href="/">Home</a></nav><main><article><h1>Snow leopards</h1>
<p>Snow leopards live in the mountains of <b>Central Asia</b>, see <a href="/form">the form</a>. They are seldom seen, and that is why this sentence is long enough to be taken for text.</p>
<h2>Food</h2><ul><li>Blue sheep</li><li>Ibex</li></ul><pre><code>let x = 1;</code></pre>
<p>An adult weighs between 22 and 55 kilograms; the tail is nearly as long as the body and helps to keep the balance on rocks.</p>
</article></main><footer>Imprint</footer>`;

const dialogs = `<button id="confirm" onclick="document.title = String(confirm('Delete everything?'))">Delete</button>
<button id="prompt" onclick="document.title = String(prompt('Your name?', 'Ann'))">Ask</button>`;

const shadow = `<my-card></my-card><script>
customElements.define("my-card", class extends HTMLElement {
	connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = "<button onclick=\\"document.title='pressed'\\">Inside</button>"; }
});</script>`;

const draggable = `<div id="thing" style="position:absolute;left:10px;top:10px;width:50px;height:50px;background:red"></div>
<div id="place" style="position:absolute;left:300px;top:200px;width:80px;height:80px;background:blue"></div>
<div style="height:5000px"></div><p id="end">The end</p>
<script>
let held = false;
document.querySelector("#thing").onmousedown = () => { held = true; };
document.querySelector("#place").onmouseup = () => { if (held) document.title = "dropped"; };
</script>`;

export function testSite(
	more: Readonly<Record<string, (request: Request) => Response | Promise<Response>>> = {},
): TestSite {
	const requests: string[] = [];
	const routes: Readonly<Record<string, (request: Request) => Response | Promise<Response>>> = {
		"/": () => page("Home", `<a href="/form">Form</a>`),
		"/form": () => page("Sign up", form),
		"/welcome": (request) => page("Welcome", `<p>Hello ${new URL(request.url).search}</p>`),
		"/article": () => page("Snow leopards", article),
		"/dialogs": () => page("Dialogs", dialogs),
		"/shadow": () => page("Shadow", shadow),
		"/drag": () => page("Drag", draggable),
		"/frames": () => page("Frames", `<h1>Outer</h1><iframe src="/shadow" title="inner"></iframe>`),
		"/downloads": () => page("Downloads", `<a href="/file.csv" download>Get the file</a>`),
		"/file.csv": () =>
			new Response("a,b\n1,2\n", { headers: { "content-disposition": 'attachment; filename="../../evil.csv"' } }),
		"/later": () =>
			page("Later", `<script>setTimeout(() => { document.body.innerHTML = "<button>Late</button>"; }, 300);</script>`),
		// The page is there, but one of its pictures never comes.
		"/unfinished": () => page("Unfinished", `<p>Already here</p><img src="/never">`),
		"/never": () => new Promise<Response>(() => {}),
		"/loop": () => page("Loop", "<script>while (true) {}</script>"),
		"/popup": () => page("Popup", `<a href="/article" target="_blank">Other</a>`),
		...more,
	};
	const server = Bun.serve({
		hostname: "127.0.0.1",
		port: 0,
		idleTimeout: 0,
		fetch(request) {
			const { pathname } = new URL(request.url);
			requests.push(pathname);
			return routes[pathname]?.(request) ?? new Response("Nothing here", { status: 404 });
		},
	});
	return {
		url: `http://127.0.0.1:${server.port}`,
		requests,
		[Symbol.dispose]: () => void server.stop(true),
	};
}
