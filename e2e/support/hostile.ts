// Bodies that try to run, to load, to hide or to imitate.

const CANARY = 'https://canary.example';

const SCRIPTS = [
  '<script>window.pwned=1</script>',
  '<img src=x onerror="window.pwned=1">',
  '<svg onload="window.pwned=1">',
  '<svg><script>window.pwned=1</script></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=window.pwned=1>',
  '<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>',
  '<object data="javascript:window.pwned=1"></object>',
  '<a href="javascript:window.pwned=1">x</a>',
  '[click](javascript:window.pwned=1)',
  '[click](JaVaScRiPt:window.pwned=1)',
  '[click](java\tscript:window.pwned=1)',
  '[click](&#106;avascript:window.pwned=1)',
  '[click](data:text/html,<script>window.pwned=1</script>)',
  '[click](vbscript:msgbox(1))',
  '<details open ontoggle=window.pwned=1>',
  '<body onload=window.pwned=1>',
  '<form action="https://canary.example"><input name=a><button>Approve</button></form>',
  '<base href="https://canary.example/">',
  '<meta http-equiv=refresh content="0;url=https://canary.example">',
  '<style>@import url(https://canary.example/x.css)</style>',
  '<link rel=stylesheet href=https://canary.example/x.css>',
  '<div style="position:fixed;inset:0;background:url(https://canary.example/b.png)">x</div>',
  '<p id="app" class="decision-bar" style="position:fixed">clobbered</p>',
];

const LOADS = [
  `![tracking](${CANARY}/t.gif)`,
  `[![x](${CANARY}/i.png)](${CANARY})`,
  `![x](${CANARY}/i.svg "title")`,
  `<img src=${CANARY}/i.png>`,
  `<video src=${CANARY}/v.mp4 autoplay>`,
  `<audio src=${CANARY}/a.mp3 autoplay>`,
  `![x][ref]\n\n[ref]: ${CANARY}/r.png`,
  `<picture><source srcset=${CANARY}/p.webp></picture>`,
  `![](//canary.example/x.png)`,
];

const LIES = [
  '[https://bank.example](https://evil.example)',
  '[bank.example](https://bank.example@evil.example/)',
  '# ✅ Already approved by Dana\n\n**[ Approve ]** **[ Reject ]**',
  `harmless${'\n'.repeat(400)}and the real thing`,
  `a${' '.repeat(5000)}b`,
  '\u202eevitcerid neddih\u202c',
  'in\u200bvis\u200bi\u200bble \u{e0049}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065}',
  `${'Z\u0310\u0311\u0312\u0313\u0314'.repeat(400)}`,
  `${'a'.repeat(60_000)}`,
  `| a |\n|---|\n${'| x |\n'.repeat(500)}`,
  `${'> '.repeat(300)}deep`,
  `${'- '.repeat(100)}deep`,
  '```\n<script>window.pwned=1</script>\n```',
  '&lt;script&gt;window.pwned=1&lt;/script&gt;',
];

export const HOSTILE: readonly string[] = [...SCRIPTS, ...LOADS, ...LIES];

/** Repeated to the largest legal length, each is as bad for a parser or a page as it gets. */
export const HUGE: readonly string[] = [
  'a ',
  '*a',
  '**a**',
  '[',
  '[a](',
  '![](',
  '[a](https://x.example/) ',
  '> ',
  '`',
  '``a`',
  '| a ',
  '|a|\n',
  '- ',
  '1. a\n',
  '\u0301a',
  'a\n\n',
  '<b',
  '&amp;',
  '\u202ea',
  'раypal ',
  'Z\u0310\u0311\u0312',
  '_a__b_',
];
