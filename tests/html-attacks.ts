import fc from 'fast-check'

const FIRE = 'fired()'

export const ATTACKS = [
  `<script>${FIRE}</script>`,
  `<img src=x onerror=${FIRE}>`,
  `<svg onload=${FIRE}></svg>`,
  `<svg><script>${FIRE}</script></svg>`,
  `<svg><animate onbegin=${FIRE} attributeName=x dur=1s></svg>`,
  `<a href="javascript:${FIRE}" autofocus>a</a>`,
  `<a href="java&#x09;script:${FIRE}">a</a>`,
  `<iframe srcdoc="<script>parent.${FIRE}</script>"></iframe>`,
  `<iframe src="javascript:parent.${FIRE}"></iframe>`,
  `<input autofocus onfocus=${FIRE}>`,
  `<details open ontoggle=${FIRE}>a</details>`,
  `<video><source onerror=${FIRE}></video>`,
  `<audio src=x onerror=${FIRE}></audio>`,
  `<object data="data:text/html,<script>parent.${FIRE}</script>"></object>`,
  `<body onload=${FIRE}>`,
  `<style onload=${FIRE}></style>`,
  `<p style="animation:x" onanimationstart=${FIRE}>a</p><style>@keyframes x{}</style>`,
  `<noscript><p title="</noscript><img src=x onerror=${FIRE}>"></noscript>`,
  `<table onclick=${FIRE} background="javascript:${FIRE}"><tr><th onfocus=${FIRE} tabindex=0 scope="javascript:${FIRE}">a<td onmouseover=${FIRE}>b</table>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${FIRE}></style></mglyph></table></mtext></math>`,
  `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=${FIRE}>`,
  `<textarea><img title="</textarea><img src=x onerror=${FIRE}>"></textarea>`,
  `"><img src='x' onerror='${FIRE}'>`,
]

const listed = (pieces: string) => pieces.split(' ')

const PIECES = [
  ...listed('< > " \' / = `'),
  ...[' ', '\n', '\t', '\u0000'],
  ...listed('&lt; &#60; <!-- --> ]]> <![CDATA['),
  ...['<p>', '</p>', '<table>', '<tr>', '<td>', '</table>', '<a href="', '<img src=x '],
  ...[' alt="', '<h1>', '</h1>', '<li>'],
  ...listed('<svg> </svg> <math> </math> <mtext> <style> </style> <title> </title> <template>'),
  ...listed('<noscript> </noscript> <textarea> </textarea> <xmp> </xmp> <plaintext>'),
  ...listed('<select> <option> <iframe> </iframe> <noembed> </noembed> <foreignObject> <desc>'),
  ...['<annotation-xml>', '<base href='],
  ...[` onerror=${FIRE}`, ` onload=${FIRE}`, ` onerror="${FIRE}"`, `javascript:${FIRE}`],
  ...['src=x', ' href=', 'eggs', '農'],
]

export const attackMixes: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...ATTACKS),
      fc.constantFrom(...PIECES),
      fc
        .tuple(fc.constantFrom(...ATTACKS), fc.nat(120), fc.nat(120))
        .map(([attack, from, to]) => attack.slice(Math.min(from, to), Math.max(from, to))),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join(''))
