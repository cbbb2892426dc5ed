import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LEGAL_PAGES } from '#contract/pages/legal-pages.ts'
import { DEMO_PAGES } from '#server/demo/pages.ts'
import { ATTACKS, attackMixes } from '#tests/html-attacks.ts'
import { IS_LONG } from '#tests/length-of-run.ts'
import { sanitizePage } from './sanitize-page.ts'

const htmlOf = async (html: string) => (await sanitizePage(html)).html

describe('what a farmer writes stays', () => {
  test.each([
    '<h2>Hens</h2><p>Out on <strong>grass</strong>, <em>always</em>.</p><hr />',
    '<ul><li>Eggs</li><li>Kale</li></ul><ol start="3"><li>Three</li></ol>',
    '<table><caption>Prices</caption><thead><tr><th scope="col" colspan="2">Eggs</th></tr></thead></table>',
    '<p><a href="/pages/our-farm">us</a> <a href="#top">up</a> <a href="mailto:a@b.example">mail</a></p>',
    '<p><a href="tel:+16055550134">call</a> <a href="http://a.example/?a=1&amp;b=2" rel="noopener noreferrer">a</a></p>',
    '<figure><img src="/uploads/hens.webp" alt="Hens" width="600" height="400" fetchpriority="high" /></figure><p><img src="/uploads/kale.webp" alt="" loading="lazy" /></p>',
    '<p>5 &lt; 6 &amp; “quotes” – 農場 🌱</p>',
    'Only words',
  ])('%s', async (html) => {
    expect(await sanitizePage(html)).toEqual({ html, removed: [] })
  })

  test('as do the pages of the demo shop, and the drafts of a new one', async () => {
    for (const { content } of [...DEMO_PAGES, ...LEGAL_PAGES])
      expect(await sanitizePage(content)).toEqual({ html: content, removed: [] })
  })
})

test.each([
  ['<h1>Title</h1><h5>Deep</h5>', '<h2>Title</h2><h4>Deep</h4>'],
  [
    '<a href="https://a.example">a</a>',
    '<a href="https://a.example" rel="noopener noreferrer">a</a>',
  ],
  [
    '<img src="/uploads/a.png" loading="lazy"><img src="/uploads/b.png" fetchpriority="high" alt="B">',
    '<img src="/uploads/a.png" alt="" fetchpriority="high" /><img src="/uploads/b.png" alt="B" loading="lazy" />',
  ],
  ['<p>one<p>two', '<p>one</p><p>two</p>'],
  ['</div></main><p>in</p>', '<p>in</p>'],
  [' <p>a</p> ', '<p>a</p>'],
])('%s becomes %s, and nothing is said to be removed', async (given, clean) => {
  expect(await sanitizePage(given)).toEqual({ html: clean, removed: [] })
})

test.each([
  [
    '<p id="a" class="b" style="color:red" onclick="x()">a</p>',
    '<p>a</p>',
    ['class', 'id', 'onclick', 'style'],
  ],
  ['<script>x()</script><style>p{}</style>a', 'a', ['<script>', '<style>']],
  ['<iframe src="https://a.example"></iframe>a', 'a', ['<iframe>']],
  [
    '<form action="/"><input name="a"><button>b</button></form>',
    'b',
    ['<button>', '<form>', '<input>'],
  ],
  ['<svg><p onload=x()>a</p></svg>b', 'b', ['<svg>']],
  ['<span>kept</span>', 'kept', ['<span>']],
  [
    '<img src="https://a.example/spy.gif"><img src="//a.example/a"><img src="data:image/png,a">',
    '',
    ['src'],
  ],
  [
    '<img src="/uploads/../api/orders"><img src="/uploads/a/b.png"><img src="uploads/a.png">',
    '',
    ['src'],
  ],
  [
    '<img src="https://a.example/spy.gif" loading="eager"><img src="/uploads/a.png">',
    '<img src="/uploads/a.png" alt="" fetchpriority="high" />',
    ['src'],
  ],
  ['<a href="javascript:x()">a</a>', '<a>a</a>', ['href']],
  ['<a href=" java\nscript:x()">a</a>', '<a>a</a>', ['href']],
  ['<a href="&#106;avascript:x()">a</a>', '<a>a</a>', ['href']],
  ['<a href="//a.example">a</a><a href="\\\\a.example">b</a>', '<a>a</a><a>b</a>', ['href']],
  ['<a href="data:text/html,x">a</a><a href="vbscript:x">b</a>', '<a>a</a><a>b</a>', ['href']],
  [
    '<a href="/" target="_top" rel="opener" ping="/x">a</a>',
    '<a href="/">a</a>',
    ['ping', 'rel', 'target'],
  ],
  ['<!-- hidden --><p>a</p>', '<p>a</p>', []],
])('of %s remains %s', async (given, clean, removed) => {
  expect(await sanitizePage(given)).toEqual({ html: clean, removed })
})

test('at most twenty removed things are named', async () => {
  const html = Array.from({ length: 50 }, (_, number) => `<x-${number}>a</x-${number}>`).join('')
  expect((await sanitizePage(html)).removed).toHaveLength(20)
})

const ELEMENT = /<\/?([a-z0-9]+)((?: [a-z]+(?:="[^"<>]*")?)*)(?: \/)?>/g
const SAFE_ELEMENT =
  /^(?:h[234]|p|div|blockquote|pre|hr|br|ul|ol|li|dl|dt|dd|figure|figcaption|img|table|caption|thead|tbody|tfoot|tr|th|td|a|strong|b|em|i|u|s|small|sub|sup|code|abbr|time)$/
const SAFE_ATTRIBUTE =
  /^(?:href|rel|title|src|alt|width|height|loading|fetchpriority|start|reversed|colspan|rowspan|scope|datetime)$/

/** Decoded as a browser does; numeric entities are never trusted. */
function leadsSomewhereSafe(written: string): boolean {
  const letters: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' }
  const href = written.replace(/&(\w+);/g, (entity, name: string) => letters[name] ?? entity)
  const protocol = URL.parse(href, 'https://shop.example')?.protocol ?? ''
  return !written.includes('&#') && ['https:', 'http:', 'mailto:', 'tel:'].includes(protocol)
}

function faultsIn(html: string): string[] {
  const faults: string[] = []
  const text = html.replace(ELEMENT, (_, name: string, attributes: string) => {
    if (!SAFE_ELEMENT.test(name)) faults.push(name)
    for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([a-z]+)(?:="([^"]*)")?/g)) {
      if (!SAFE_ATTRIBUTE.test(attribute)) faults.push(attribute)
      if (attribute === 'src' && !/^\/uploads\/[\w.-]+$/.test(value)) faults.push(`src ${value}`)
      if (attribute === 'href' && !leadsSomewhereSafe(value)) faults.push(`href ${value}`)
    }
    return ''
  })
  return /[<>]/.test(text) ? [...faults, text] : faults
}

describe('an attack', () => {
  test('looks like one to the reader that judges the rest', () => {
    expect(ATTACKS.filter((attack) => faultsIn(attack).length === 0)).toEqual([])
  })

  test.each(ATTACKS)('%s leaves nothing but the allow-list', async (attack) => {
    expect(faultsIn(await htmlOf(attack))).toEqual([])
  })

  test('mixed with others leaves nothing either, and nothing more at a second time', async () => {
    await fc.assert(
      fc.asyncProperty(attackMixes, async (attack) => {
        const once = await htmlOf(attack)
        expect(faultsIn(once)).toEqual([])
        expect(await sanitizePage(once)).toEqual({ html: once, removed: [] })
      }),
      { numRuns: IS_LONG ? 3000 : 1000 },
    )
  })
})
