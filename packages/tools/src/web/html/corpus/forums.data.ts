import { type PageShape, paragraphs as p, sentences as s } from "./words.data.ts";

const links = (...names: readonly string[]) =>
	names.map((name) => `<li><a href="/${name.toLowerCase()}">${name}</a></li>`).join("");

export const forumPages: readonly PageShape[] = [
	{
		name: "forum: question with answers",
		url: "https://qa.example/questions/1/sort",
		html: `<html><head><title>sorting - How to sort? - QA</title></head><body class="question-page"><header class="s-topbar"><a href="/">QA</a></header><div class="container"><div id="left-sidebar"><ol class="nav-links">${links("Questions", "Tags", "Users")}</ol></div><div id="content" class="snippet-hidden"><div id="question-header"><!--main--><h1 itemprop="name"><a href="/questions/1">How to sort candidates by weight?</a></h1><!--/main--><a href="/ask" class="s-btn">Ask Question</a></div><div id="mainbar"><div class="question"><div class="votecell"><span>42</span></div><div class="postcell"><!--main--><div class="s-prose js-post-body" itemprop="text"><p>${s(11, 2)}</p><pre><code>list.sort(byWeight)</code></pre><p>${s(14, 1)}</p></div><!--/main--><div class="post-taglist">${links("sorting", "arrays")}</div></div></div><div id="answers"><h2>2 Answers</h2>${[0, 1].map((n) => `<div class="answer"><div class="votecell"><span>${n + 5}</span></div><div class="answercell"><!--main--><div class="s-prose js-post-body" itemprop="text"><p>${s(n * 3 + 15, 3)}</p></div><!--/main--></div></div>`).join("")}</div></div><div id="sidebar" class="show-votes"><div class="module sidebar-related"><h4>Hot Network Questions</h4><ul>${links("Why do cats purr at three in the morning", "Is this bridge safe", "What is this plant")}</ul></div></div></div></div><footer id="footer"><ul>${links("Company", "Blog", "Cookie Settings")}</ul></footer></body></html>`,
	},
	{
		name: "forum: Discourse topic",
		url: "https://meta.example/t/slow-cache/12",
		html: `<html><head><title>Slow cache</title></head><body class="crawler"><header><a href="/">Meta</a></header><div id="main-outlet" class="wrap" role="main"><div id="topic-title"><!--main--><h1><a href="/t/slow-cache/12">Slow cache after restart</a></h1><!--/main--></div>${[0, 1, 2].map((n) => `<div itemprop="comment" class="topic-body crawler-post"><div class="crawler-post-meta"><span class="creator"><a href="/u/u${n}">user${n}</a></span><time>May ${n + 1}</time></div><!--main--><div class="post" itemprop="text"><p>${s(n * 4 + 13, 3)}</p></div><!--/main--><div class="crawler-linkback-list"></div></div>`).join("")}</div><footer class="container wrap"><nav class="crawler-nav"><ul>${links("Home", "Categories", "Guidelines")}</ul></nav><p class="powered-by-link">Powered by a forum engine, best viewed with scripts.</p></footer></body></html>`,
	},
	{
		name: "forum: phpBB thread",
		url: "https://board.example/viewtopic.php?t=9",
		html: `<html><head><title>Board - View topic</title></head><body id="phpbb" class="section-viewtopic"><div id="wrap" class="wrap"><div id="page-header"><div class="headerbar"><a href="/">Board index</a></div><div class="navbar"><ul class="linklist">${links("FAQ", "Register", "Login")}</ul></div></div><div id="page-body" role="main"><!--main--><h2 class="topic-title"><a href="?t=9">Which pump fits?</a></h2><!--/main-->${[0, 1, 2, 3].map((n) => `<div id="p${n}" class="post bg${n % 2}"><div class="inner"><dl class="postprofile"><dt><a href="/m${n}">sailor${n}</a></dt><dd>Posts: ${n * 17}</dd><dd>Joined: 2019</dd></dl><div class="postbody"><!--main--><div class="content">${s(n * 6 + 1, 2)}</div><!--/main--><div class="signature">Fair winds to all of you</div></div></div></div>`).join("")}</div><div id="page-footer"><div class="copyright">Powered by forum software © Group</div></div></div></body></html>`,
	},
	{
		name: "forum: link aggregator thread in nested tables",
		url: "https://agg.example/item?id=1",
		html: `<html><head><title>Show: a small compiler</title></head><body><center><table id="hnmain" width="85%"><tr><td bgcolor="#ff6600"><table><tr><td><a href="/">Agg</a> <a href="new">new</a> | <a href="past">past</a> | <a href="ask">ask</a></td></tr></table></td></tr><tr><td><table class="fatitem"><tr class="athing"><td class="title"><!--main--><a href="https://c.example">Show: a small compiler</a><!--/main--></td></tr></table><table class="comment-tree">${[0, 1, 2, 3].map((n) => `<tr class="athing comtr"><td><table><tr><td class="ind"><img src="s.gif" height="1" width="${n * 40}"></td><td class="default"><div><span class="comhead"><a href="user">u${n}</a> <a href="i">2 hours ago</a></span></div><!--main--><div class="comment"><div class="commtext c00">${s(n * 5 + 11, 2)}<p>${s(n * 5 + 3, 1)}</div></div><!--/main--></td></tr></table></td></tr>`).join("")}</table></td></tr><tr><td><span class="yclinks"><a href="g">Guidelines</a> | <a href="f">FAQ</a></span></td></tr></table></center></body></html>`,
	},
	{
		name: "forum: mailing list archive",
		url: "https://lists.example/2026/msg1.html",
		html: `<html><head><title>[list] bolts</title></head><body><!--main--><h1>[list] missing bolts</h1><!--/main--><b>A Person</b> <i>Mon Mar 2</i><ul><li>Previous message: <a href="0">[list] nuts</a></li><li>Next message: <a href="2">[list] washers</a></li></ul><hr><!--main--><pre>Hi all,\n\n${s(5, 1)}\n${s(10, 1)}\n\n&gt; did you check the pumps?\n\n${s(1, 1)}\n\nBest,\nA.</pre><!--/main--><hr><p><a href="info">More information about the list</a></p></body></html>`,
	},
	{
		name: "forum: issue tracker with a description and comments",
		url: "https://bugs.example/show?id=3",
		html: `<html><head><title>Bug 3</title></head><body><div id="header"><ul class="links">${links("Home", "New", "Browse", "Search")}</ul></div><div id="bugzilla-body"><!--main--><h1>Bug 3 - printer jams on page two</h1><!--/main--><table class="edit_form"><tr><th>Status:</th><td>NEW</td></tr><tr><th>Product:</th><td>Printer</td></tr></table><!--main--><div class="bz_comment_text"><pre>${s(26, 1)}\n${s(13, 1)}</pre></div><div class="bz_comment_text"><pre>${s(14, 1)}\n${s(15, 1)}</pre></div><!--/main--></div></body></html>`,
	},
	{
		name: "wiki: MediaWiki article with infobox, contents and navigation boxes",
		url: "https://wiki.example/wiki/Lighthouse",
		html: `<!DOCTYPE html><html class="client-nojs vector-feature"><head><title>Lighthouse - Wiki</title></head><body class="mediawiki skin-vector ns-0"><div id="mw-page-base" class="noprint"></div><div id="content" class="mw-body" role="main"><!--main--><h1 id="firstHeading" class="firstHeading mw-first-heading">Lighthouse</h1><!--/main--><div id="bodyContent" class="vector-body"><div id="siteSub" class="noprint">From Wiki, the free encyclopedia</div><div id="mw-content-text" class="mw-body-content"><div class="mw-parser-output"><div role="note" class="hatnote navigation-not-searchable">For other uses, see <a href="/wiki/L">Lighthouse (disambiguation)</a>.</div><!--main--><p><b>Lighthouse</b> ${s(23, 2)}<sup class="reference"><a href="#cite1">[1]</a></sup></p><p>${s(20, 3)}</p><!--/main--><div id="toc" class="toc" role="navigation"><h2>Contents</h2><ul>${links("1 History", "2 Construction")}</ul></div><!--main--><h2><span class="mw-headline" id="History">History</span><!--not--><span class="mw-editsection">[<a href="/edit">edit</a>]</span><!--/not--></h2><p>${s(9, 3)}</p><table class="wikitable"><tr><th>Year</th><th>Height</th></tr><tr><td>1823</td><td>31 m</td></tr><tr><td>1901</td><td>45 m</td></tr></table><p>${s(5, 2)}</p><!--/main--><div class="navbox" role="navigation"><table><tr><th>Lighthouses of the coast</th></tr><tr><td><a href="/a">North Point</a> · <a href="/b">South Point</a> · <a href="/c">Old Rock</a></td></tr></table></div></div></div><div id="catlinks" class="catlinks"><ul>${links("Towers", "Navigation aids")}</ul></div></div></div><div id="mw-navigation"><h2>Navigation menu</h2><div id="p-navigation" class="vector-menu">${links("Main page", "Random article", "Donate")}</div></div><footer id="footer" class="mw-footer" role="contentinfo"><ul><li>This page was last edited on 3 March, at noon.</li></ul></footer></body></html>`,
	},
	{
		name: "wiki: DokuWiki",
		url: "https://doku.example/start",
		html: `<html><head><title>start</title></head><body><div id="dokuwiki__site"><div id="dokuwiki__header"><div class="headings"><h1><a href="/">My Wiki</a></h1></div><div class="tools">${links("Recent Changes", "Media Manager", "Sitemap")}</div></div><div class="wrapper"><div id="dokuwiki__aside"><ul>${links("install", "faq", "playground")}</ul></div><div id="dokuwiki__content"><div class="page group"><div id="dw__toc" class="dw__toc"><h3>Table of Contents</h3><ul>${links("Setup")}</ul></div><!--main--><h1 class="sectionedit1" id="pump">The pump</h1><div class="level1"><p>${s(1, 3)}</p></div><h2 class="sectionedit2">Setup</h2><div class="level2"><p>${s(14, 3)}</p></div><!--/main--></div><div class="docInfo">start.txt · Last modified: 2026</div></div></div></div></body></html>`,
	},
	{
		name: "wiki: Confluence page",
		url: "https://conf.example/display/X/Plan",
		html: `<html><head><title>Plan - X - Conf</title></head><body class="theme-default"><div id="page"><div id="full-height-container"><div id="header-precursor"></div><header id="header" role="banner"><nav class="aui-header">${links("Spaces", "People")}</nav></header><div class="acs-side-bar"><ul>${links("Pages", "Blog", "Archived pages")}</ul></div><div id="main" class="aui-page-panel"><div id="main-header"><div id="breadcrumb-section"><ol id="breadcrumbs">${links("X", "Home")}</ol></div><!--main--><h1 id="title-text"><a href="/plan">Plan for spring</a></h1><!--/main--></div><div id="content" class="page view"><div class="page-metadata"><ul><li>Created by Somebody, last modified on Feb 3</li></ul></div><div id="main-content" class="wiki-content"><!--main-->${p(20, 3)}<div class="table-wrap"><table class="confluenceTable"><tbody><tr><th class="confluenceTh">Task</th><th class="confluenceTh">Who</th></tr><tr><td class="confluenceTd">Check the pumps</td><td class="confluenceTd">Ann</td></tr></tbody></table></div>${p(8, 1)}<!--/main--></div><div id="likes-and-labels-container"><a href="#">Like</a> Be the first to like this</div></div></div></div></div></body></html>`,
	},
	{
		name: "forum: frequently asked questions in details elements",
		url: "https://help.example/faq",
		html: `<html><head><title>FAQ</title></head><body><header><nav>${links("Product", "Help")}</nav></header><main><!--main--><h1>Questions</h1>${[0, 1, 2, 3].map((n) => `<details><summary>What about case number ${n}?</summary><p>${s(n * 4 + 14, 2)}</p></details>`).join("")}<!--/main--></main><footer><p>Still stuck? Write to our friendly team.</p></footer></body></html>`,
	},
];
