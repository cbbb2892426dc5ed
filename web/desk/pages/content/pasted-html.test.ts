import { expect, test } from 'vitest'
import { ATTACKS } from '#tests/html-attacks.ts'
import { editorHtmlOf } from './lost-markup.ts'
import { readPasted } from './pasted-html.ts'

const stored = (html: string) => editorHtmlOf(readPasted(html).html)

test('of what Word copies, headings, lists in lists and tables stay, and its looks go', () => {
  const item = (level: number, bullet: string, text: string) =>
    `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1;color:red'><span style='mso-list:Ignore'>${bullet}<span>&nbsp;&nbsp;</span></span>${text}<o:p></o:p></p>`
  const html = `<html><head><style>p.MsoNormal{color:red}</style></head><body><!--StartFragment-->
<h1 style="color:blue">Our farm</h1><h5>Small</h5><p class=MsoNormal><b>Hens</b> <span style="font-size:30pt">and grass</span></p>
${item(1, '·', 'Eggs')}${item(2, 'o', 'Brown')}${item(1, '·', 'Kale')}${item(1, '1.', 'First')}
<table class=MsoTable style="border:none"><tr><td style="width:5pt"><h2>Eggs</h2></td><td><p>$5</p></td></tr></table>
<img src="file:///C:/hens.png"><script>alert(1)</script></body></html>`
  expect(stored(html).replace(/\n/g, '')).toBe(
    '<h2>Our farm</h2><h4>Small</h4><p><strong>Hens</strong> and grass</p><ul><li>Eggs<ul><li>Brown</li></ul></li><li>Kale</li></ul><ol><li>First</li></ol><table><tbody><tr><td>Eggs</td><td>$5</td></tr></tbody></table>',
  )
  expect(readPasted(html).lostPictures).toBe(1)
})

test('of what Google Docs copies, what is bold stays bold and the rest is not', () => {
  const html =
    '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h1><span>Prices</span></h1><p><span style="font-weight:700">Eggs</span><span style="font-weight:400"> are $5</span></p><ul><li><p><span>Kale</span></p></li></ul></b>'
  expect(stored(html).replace(/\n/g, '')).toBe(
    '<h2>Prices</h2><p><strong>Eggs</strong> are $5</p><ul><li>Kale</li></ul>',
  )
})

test.each(ATTACKS)('nothing that could run comes in with what is pasted: %s', (attack) => {
  const { body } = new DOMParser().parseFromString(stored(attack), 'text/html')
  for (const element of body.querySelectorAll('*')) {
    expect(element.matches('script, style, iframe, svg, math, object, embed, form')).toBe(false)
    for (const { name, value } of element.attributes)
      expect(`${name}=${value}`).not.toMatch(/^(?:on|style)|javascript:/i)
  }
})
