import { expect, test } from 'vitest'
import { editorHtmlOf, findLostMarkup } from './lost-markup.ts'

test.each([
  '<h2>Hens</h2><p>Out on <strong>grass</strong>, <em>always</em>.</p><hr><h3>Ducks</h3><h4>Quail</h4>',
  '<ul>\n<li>Eggs</li>\n<li>Kale<ul><li>red</li></ul></li>\n</ul>\n<ol start="3"><li>Three</li></ol>',
  '<p><a href="/pages/our-farm">us</a> <a href="#top">up</a> <a href="mailto:a@b.example">mail</a></p>',
  '<p><a href="tel:+16055550134">call</a> <a href="http://a.example/?a=1&amp;b=2" rel="noopener noreferrer">a</a></p>',
  '<p><a href="/x" title="The farm"><strong>us</strong></a> and <strong><a href="/x">them</a></strong></p>',
  '<p><img src="/uploads/hens.webp" alt="Hens" width="600" height="400" loading="lazy" /></p>',
  '<img src="/uploads/hens.webp" alt="" loading="lazy" />',
  '<p>5 &lt; 6 &amp; “quotes” – 農場 🌱<br />next line</p>',
  '<blockquote><p>One</p><p>Two</p></blockquote>',
  '<p><b>old</b> <i>tags</i> <u>under</u> <s>gone</s> <code>x = 1</code></p>',
  '<p>one</p><p></p><p>three</p>',
  'Only words',
  '<table><tbody><tr><td>Eggs</td></tr></tbody></table>',
  '<table><thead><tr><th>Eggs</th><th scope="col">Price</th></tr></thead><tbody><tr><td colspan="2"><p>a</p></td></tr></tbody></table>',
  '<table><tbody><tr><th>Eggs</th><td><ul><li>Brown</li></ul></td></tr><tr><th>Kale</th><td></td></tr></tbody></table>',
])('the visual editor can hold %s', (html) => {
  expect(findLostMarkup(html)).toBeNull()
})

test.each([
  ['<table><caption>Prices</caption><tbody><tr><td>Eggs</td></tr></tbody></table>', ['<caption>']],
  [
    '<table><tbody><tr><td>Eggs</td></tr></tbody><tfoot><tr><td>a</td></tr></tfoot></table>',
    ['<tfoot>'],
  ],
  ['<figure><img src="/uploads/a.webp" alt=""><figcaption>A</figcaption></figure>', ['<figure>']],
  ['<dl><dt>Eggs</dt><dd>Brown</dd></dl>', ['<dl>']],
  ['<div><p>a</p></div>', ['<div>']],
  ['<pre>a  b</pre>', ['<pre>']],
  ['<p>H<sub>2</sub>O <small>x</small></p>', ['<small>', '<sub>']],
  ['<ol reversed><li>a</li></ol>', ['reversed']],
  ['<p><time datetime="2026-11-21">today</time></p>', ['<time>']],
])('of %s it would lose %s', (html, lost) => {
  expect(findLostMarkup(html)).toEqual(lost)
})

test('what comes out says the same when it goes through again', () => {
  const once = editorHtmlOf('<h2>A</h2><ul><li>b</li></ul><p>c <b>d</b></p>')
  expect(once).toBe('<h2>A</h2>\n<ul>\n<li>b</li>\n</ul>\n<p>c <strong>d</strong></p>')
  expect(editorHtmlOf(once)).toBe(once)
})

test('a table is written with a head of its first row of headings, an empty heading as a plain cell', () => {
  const html =
    '<table><tr><th><p>Eggs</p></th><th><p></p></th></tr><tr><th>Brown</th><td>$5</td></tr></table>'
  const written = editorHtmlOf(html)
  expect(written.replace(/\n/g, '')).toBe(
    '<table><thead><tr><th scope="col">Eggs</th><td></td></tr></thead><tbody><tr><th scope="row">Brown</th><td>$5</td></tr></tbody></table>',
  )
  expect(editorHtmlOf(written)).toBe(written)
})
