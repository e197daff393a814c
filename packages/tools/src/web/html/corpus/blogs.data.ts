import { type PageShape, paragraphs as p, sentences as s } from "./words.data.ts";

const links = (...names: readonly string[]) =>
	names.map((name) => `<li><a href="/${name.toLowerCase()}">${name}</a></li>`).join("");

export const blogPages: readonly PageShape[] = [
	{
		name: "blog: WordPress with sidebar widgets and comments",
		url: "https://wp.example/2026/01/onions/",
		html: `<!DOCTYPE html><html><head><title>Onions – A Cook's Blog</title></head><body class="post-template-default single single-post has-sidebar"><div id="page" class="site"><header id="masthead" class="site-header"><p class="site-title"><a href="/">A Cook's Blog</a></p><nav id="site-navigation" class="main-navigation"><ul id="primary-menu" class="menu">${links("Home", "Recipes", "About")}</ul></nav></header><div id="content" class="site-content"><div id="primary" class="content-area"><main id="main" class="site-main"><article id="post-7" class="post-7 post type-post hentry category-soup tag-onion"><!--main--><header class="entry-header"><h1 class="entry-title">Golden onions</h1></header><!--/main--><div class="entry-meta"><span class="posted-on">Posted on January 3</span></div><div class="entry-content"><!--main-->${p(17, 5)}<ul><li>${s(21, 1)}</li><li>${s(22, 1)}</li></ul><!--/main--><div class="sharedaddy sd-sharing-enabled"><h3 class="sd-title">Share this:</h3><ul>${links("Twitter", "Facebook")}</ul></div><div id="jp-relatedposts" class="jp-relatedposts"><h3>Related</h3></div></div></article><nav class="navigation post-navigation"><h2 class="screen-reader-text">Post navigation</h2><a href="/prev">Previous: Leeks</a></nav><div id="comments" class="comments-area"><h2 class="comments-title">2 thoughts on “Golden onions”</h2><ol class="comment-list"><li class="comment"><p>I tried this with shallots and it worked really well for the whole family.</p></li><li class="comment"><p>Could you please post the weights in grams the next time you write?</p></li></ol><div id="respond" class="comment-respond"><h3>Leave a Reply</h3><p>Your email address will not be published.</p></div></div></main></div><aside id="secondary" class="widget-area"><section class="widget widget_recent_entries"><h2>Recent Posts</h2><ul>${links("Leeks", "Garlic", "Chives")}</ul></section><section class="widget widget_archive"><h2>Archives</h2><ul>${links("January 2026", "December 2025")}</ul></section></aside></div><footer id="colophon" class="site-footer"><div class="site-info">Proudly powered by a blog engine.</div></footer></div></body></html>`,
	},
	{
		name: "blog: Ghost",
		url: "https://ghost.example/compiler/",
		html: `<html><head><title>The compiler</title></head><body class="post-template tag-dev"><div class="viewport"><header id="gh-head" class="gh-head outer"><a href="/">Ghost blog</a><nav><ul class="nav">${links("Home", "About")}</ul></nav></header><div class="site-content"><main id="site-main" class="site-main"><article class="article post tag-dev"><!--main--><header class="article-header gh-canvas"><h1 class="article-title">The new compiler</h1><p class="article-excerpt">${s(12, 1)}</p></header><!--/main--><!--main--><section class="gh-content gh-canvas">${p(10, 3)}<figure class="kg-card kg-code-card"><pre><code class="language-rust">fn main() {}</code></pre><figcaption>The smallest program there is</figcaption></figure>${p(14, 2)}</section><!--/main--></article></main><aside class="read-more-wrap outer"><div class="read-more inner"><article class="post-card"><a href="/x">Why we left the monorepo behind and what came after</a></article></div></aside></div><footer class="site-footer outer"><section class="copyright">Ghost blog © 2026</section></footer></div></body></html>`,
	},
	{
		name: "blog: hosted platform with claps, responses and nested sections",
		url: "https://medium.example/@a/birds",
		html: `<html><head><title>Birds</title></head><body><div id="root"><div class="a b c"><div class="d e"><a href="/signin">Sign in</a><a href="/signup">Get started</a></div><div class="f"><article><div class="g h"><section><div><!--main--><h1 class="pw-post-title">Names of birds</h1><!--/main--><div class="pw-author"><a href="/@a">A. Writer</a><button>Follow</button><span>5 min read</span></div><!--main--><p class="pw-post-body-paragraph">${s(21, 3)}</p><p class="pw-post-body-paragraph">${s(25, 3)}</p><blockquote><p>${s(2, 1)}</p></blockquote><p class="pw-post-body-paragraph">${s(6, 3)}</p><!--/main--></div></section></div></article><div class="pw-multi-vote"><span>1.2K</span><span>14</span></div></div><div class="recommended"><h2>More from A. Writer</h2><div><a href="/p1"><h3>What trees say at night when nobody is near them</h3></a></div><div><a href="/p2"><h3>A week without any screens at all</h3></a></div></div></div></div></body></html>`,
	},
	{
		name: "blog: newsletter platform with subscribe boxes inside the text",
		url: "https://letters.example/p/maps",
		html: `<html><head><title>Old maps</title></head><body><div id="entry"><div class="main-menu"><a href="/">Letters</a></div><div class="single-post"><article class="typography newsletter-post post"><!--main--><div class="post-header"><h1 class="post-title">Old maps</h1><h3 class="subtitle">${s(27, 1)}</h3></div><!--/main--><div class="available-content"><div class="body markup" dir="auto"><!--main-->${p(20, 3)}<!--/main--><div class="subscription-widget-wrap"><p>Letters is a reader-supported publication. To receive new posts and support my work, consider becoming a paid subscriber.</p></div><!--main-->${p(3, 3)}<!--/main--></div></div></article></div><div class="footer">© the author</div></div></body></html>`,
	},
	{
		name: "blog: Jekyll minima",
		url: "https://user.example/2026/02/03/post.html",
		html: `<html><head><title>Post</title></head><body><header class="site-header"><div class="wrapper"><a class="site-title" href="/">Plain blog</a><nav class="site-nav"><a class="page-link" href="/about/">About</a></nav></div></header><main class="page-content"><div class="wrapper"><article class="post h-entry" itemscope><!--main--><header class="post-header"><h1 class="post-title p-name">Measure twice</h1></header><!--/main--><p class="post-meta"><time>Feb 3, 2026</time></p><!--main--><div class="post-content e-content" itemprop="articleBody">${p(10, 4)}<div class="language-bash highlighter-rouge"><div class="highlight"><pre class="highlight"><code><span class="nv">$ </span>make <span class="nb">test</span>\n</code></pre></div></div><p>${s(15, 2)}</p></div><!--/main--></article></div></main><footer class="site-footer h-card"><div class="wrapper"><p>I write about things that I measure, mostly at night.</p></div></footer></body></html>`,
	},
	{
		name: "blog: code-heavy tutorial with line number tables",
		url: "https://tut.example/t",
		html: `<html><head><title>Tutorial</title></head><body><div class="menu"><ul>${links("Start", "Courses")}</ul></div><div class="post-body"><!--main--><h1>Write a cache</h1><p>${s(13, 2)}</p><!--/main--><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2\n3</pre></div></td><td class="code"><div class="highlight"><!--main--><pre>const cache = new Map();\ncache.set("a", 1);\nexport default cache;</pre><!--/main--></div></td></tr></table><!--main--><p>${s(14, 3)}</p><p>${s(11, 2)}</p><!--/main--></div></body></html>`,
	},
	{
		name: "blog: recipe with story, ingredients and a jump button",
		url: "https://kitchen.example/soup",
		html: `<html><head><title>Soup</title></head><body><div class="site-container"><header class="site-header"><nav class="nav-primary"><ul>${links("Dinner", "Dessert", "Vegan")}</ul></nav></header><div class="content-sidebar-wrap"><main class="content"><article class="entry"><!--main--><h1 class="entry-title">Onion soup</h1><!--/main--><div class="jump-wrap"><a href="#r">Jump to Recipe</a> <a href="#p">Print Recipe</a></div><div class="entry-content"><!--main-->${p(17, 3)}<div class="wprm-recipe-container" id="r"><h2>Ingredients</h2><ul class="wprm-recipe-ingredients"><li>1 kg onions</li><li>50 g butter</li><li>2 liters stock</li></ul><h2>Instructions</h2><ol class="wprm-recipe-instructions"><li>${s(17, 1)}</li><li>Add the stock and let it simmer for an hour.</li></ol></div><!--/main--></div></article></main><aside class="sidebar sidebar-primary"><h4>Hi, I'm the cook!</h4><p>Welcome to my kitchen, where I share simple dishes for busy weekdays.</p></aside></div></div></body></html>`,
	},
	{
		name: "blog: interview with bold questions",
		url: "https://talks.example/i",
		html: `<html><head><title>Interview</title></head><body><div id="nav"><a href="/">Talks</a></div><div id="text"><!--main--><h1>“Never trust a round number”</h1>${[0, 1, 2, 3].map((n) => `<p><b>How did you begin with part ${n}?</b></p><p>${s(n * 5 + 2, 3)}</p>`).join("")}<!--/main--></div><div id="bottom"><a href="/1">Older talks</a></div></body></html>`,
	},
	{
		name: "blog: poem with line breaks",
		url: "https://poems.example/1",
		html: `<html><head><title>Poem</title></head><body><div class="header"><a href="/">Poems</a></div><!--main--><h2>The bells</h2><p>Old maps show a village,<br>where now there is a lake,<br>and fishermen keep listening<br>for the bells that do not break.</p><p>They row without a lantern,<br>they row without a word,<br>and each of them will tell you<br>of a bell that he has heard.</p><!--/main--><div class="pager"><a href="/2">Next poem</a></div></body></html>`,
	},
	{
		name: "blog: text directly in the body, separated by double breaks",
		url: "https://home.example/~k/essay.html",
		html: `<html><head><title>Essay</title></head><body><center><a href="/">Home</a> <a href="/essays">Essays</a></center><!--main--><h3>On accidents</h3>${s(25, 2)}<br><br>${s(8, 3)}<br><br>${s(18, 3)}<br><br>${s(3, 2)}<!--/main--></body></html>`,
	},
	{
		name: "blog: microblog permalinks with a short post",
		url: "https://micro.example/5",
		html: `<html><head><title>Micro</title></head><body><header><nav><a href="/">Feed</a> <a href="/archive">Archive</a></nav></header><main><article class="h-entry"><!--main--><div class="e-content"><p>${s(26, 1)} ${s(21, 1)}</p></div><!--/main--><a class="u-url" href="/5">March 3</a></article></main><footer><p>Subscribe via feed.</p></footer></body></html>`,
	},
	{
		name: "blog: scripts and hidden templates around the text",
		url: "https://spa.example/n",
		html: `<html><head><title>Note</title><script>window.__DATA__={"a":"<p>not this text please</p>"}</script></head><body><noscript>You need to enable JavaScript to run this app.</noscript><template><p>Template text that nobody should ever see on the page.</p></template><div hidden><p>A hidden paragraph with quite a few words in it, enough to look like content.</p></div><div style="display:none"><p>Another hidden paragraph that only robots and extractors would ever read.</p></div><div class="app"><!--main--><h1>Note</h1>${p(5, 3)}<!--/main--></div><script>track()</script></body></html>`,
	},
];
